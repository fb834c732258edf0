import type { Message, Prompt } from "./model-types.ts";

const mark = { anthropic: { cacheControl: { type: "ephemeral" } } } as const;

/**
 * The prompt with two marks that tell the provider what to keep: after the system message and after the last one. They
 * are put on what is sent and never on what is kept, so their number stays the same however long it gets.
 */
export function withCacheMarks(prompt: Prompt): Prompt {
  const last = prompt.length - 1;
  return prompt.map((message, at) => (at === 0 || at === last ? marked(message) : message));
}

function marked(message: Message): Message {
  return { ...message, providerOptions: { ...message.providerOptions, ...mark } };
}
