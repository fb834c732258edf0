import type { WireName } from "./wires/wire-name.ts";

type Face = Partial<Record<WireName, string>>;

const everyOpenai: Face = {
  "openai-chat": "/chat/completions",
  "openai-responses": "/responses",
  "anthropic-messages": "/messages",
};
const openai: Face = { "openai-chat": "/chat/completions", "openai-responses": "/responses" };

/** Which wires a provider speaks, and where below its address. */
const faces: Readonly<Record<string, Face>> = {
  anthropic: { "anthropic-messages": "/messages", "openai-chat": "/chat/completions" },
  openai,
  "openai-chat": openai,
  google: { gemini: "/models", "openai-chat": "/openai/chat/completions" },
  "openai-compatible": everyOpenai,
  ollama: everyOpenai,
  vercel: everyOpenai,
  openrouter: everyOpenai,
};

/** Whose wire it is. */
const natives: Readonly<Record<WireName, string>> = {
  "anthropic-messages": "anthropic",
  "openai-responses": "openai",
  "openai-chat": "openai",
  gemini: "google",
};

/**
 * Where below its address a provider speaks a wire; undefined when it does not. A server of the user's own speaks
 * OpenAI's.
 */
export function wirePath(provider: string, wire: WireName): string | undefined {
  return (Object.hasOwn(faces, provider) ? faces[provider] : everyOpenai)?.[wire];
}

/** The known providers that speak a wire. */
export function speakersOf(wire: WireName): string[] {
  return Object.keys(faces).filter((name) => faces[name]?.[wire] !== undefined);
}

/** The provider whose wire it is. */
export function ownerOf(wire: WireName): string {
  return natives[wire];
}
