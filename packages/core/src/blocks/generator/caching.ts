import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";

/** Prompt caching of the provider, where it has to be asked for. */
export interface CachingConfig {
  /** On when `caching` is given, unless this is false. */
  enabled?: boolean;
  /** How long the provider keeps it; its own default when absent. */
  ttl?: "5m" | "1h";
}

/** The prompt with cache breakpoints after the system message and after the last one. */
export function withCacheBreakpoints(
  prompt: LanguageModelV4Prompt,
  caching: CachingConfig | undefined,
): LanguageModelV4Prompt {
  if (!caching || caching.enabled === false) return prompt;
  const cacheControl = { type: "ephemeral", ...(caching.ttl && { ttl: caching.ttl }) };
  const marked = (message: LanguageModelV4Message): LanguageModelV4Message => ({
    ...message,
    providerOptions: {
      ...message.providerOptions,
      anthropic: { ...message.providerOptions?.anthropic, cacheControl },
    },
  });
  const last = prompt.length - 1;
  return prompt.map((message, index) =>
    message.role === "system" || index === last ? marked(message) : message,
  );
}
