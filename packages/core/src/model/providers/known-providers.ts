import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import { ollama } from "./ollama.ts";
import { openai, openaiChat } from "./openai.ts";
import { openaiCompatible } from "./openai-compatible.ts";
import { openrouter } from "./openrouter.ts";
import type { ProviderDefinition } from "./provider-definition.ts";
import { vercel } from "./vercel.ts";

/** Providers that an id can begin with. */
export const knownProviders: readonly ProviderDefinition[] = [
  anthropic,
  openai,
  openaiChat,
  google,
  openaiCompatible,
  ollama,
];

/** Gateways, in the order in which they are tried for a provider that cannot be reached directly. */
export const knownGateways: readonly ProviderDefinition[] = [vercel, openrouter];
