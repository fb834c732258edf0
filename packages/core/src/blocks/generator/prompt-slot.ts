import type { MaybePromise } from "../block.ts";
import type { BlockContext } from "../context.ts";
import { guard } from "../guard.ts";

/** One line or paragraph of a system prompt, or how to get it. Null is nothing. */
export type PromptEntry<TInput = any, TState = any> =
  | string
  | null
  | undefined
  | ((input: TInput, ctx: BlockContext<TState>) => MaybePromise<string | null | undefined>);

/** A system prompt; entries of a list are joined by a newline. */
export type PromptSlot<TInput = any, TState = any> =
  | PromptEntry<TInput, TState>
  | readonly PromptEntry<TInput, TState>[];

/** The prompt as text. */
export async function renderPrompt(slot: PromptSlot, input: unknown, ctx: BlockContext): Promise<string> {
  const parts: string[] = [];
  for (const entry of entriesOf(slot)) {
    const part = typeof entry === "function" ? await guard(entry(input, ctx), ctx.signal) : entry;
    if (part !== null && part !== undefined) parts.push(part);
  }
  return parts.join("\n");
}

/** Whether the prompt says the same every time. */
export function isFixedPrompt(slot: PromptSlot): boolean {
  return entriesOf(slot).every((entry) => typeof entry !== "function");
}

function entriesOf(slot: PromptSlot): readonly PromptEntry[] {
  return Array.isArray(slot) ? slot : [slot as PromptEntry];
}
