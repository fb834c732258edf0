import type { MaybePromise } from "../block.ts";
import type { BlockContext } from "../context.ts";
import { guard } from "../guard.ts";

/** Something a generator is told beside its prompt: text, named pieces, or how to get these or one. Null is nothing. */
export type ContextSlot<TInput = any, TState = any> =
  | string
  | null
  | undefined
  | { readonly [tag: string]: unknown }
  | ((input: TInput, ctx: BlockContext<TState>) => MaybePromise<ContextSlot<TInput, TState>>)
  | readonly ContextSlot<TInput, TState>[];

/** The slot as text; pieces of an object are put in tags named by their keys. Empty when there is nothing. */
export async function renderContext(slot: ContextSlot, input: unknown, ctx: BlockContext): Promise<string> {
  if (slot === null || slot === undefined) return "";
  if (typeof slot === "string") return slot;
  if (typeof slot === "function") return renderContext(await guard(slot(input, ctx), ctx.signal), input, ctx);
  if (Array.isArray(slot)) {
    const parts: string[] = [];
    for (const each of slot) parts.push(await renderContext(each, input, ctx));
    return parts.filter((part) => part !== "").join("\n");
  }
  const parts: string[] = [];
  for (const [tag, piece] of Object.entries(slot)) {
    const value = typeof piece === "function" ? await guard(piece(input, ctx), ctx.signal) : piece;
    if (value === null || value === undefined) continue;
    parts.push(`<${tag}>\n${typeof value === "string" ? value : JSON.stringify(value)}\n</${tag}>`);
  }
  return parts.join("\n");
}

/** Whether the slot says the same every time. */
export function isFixed(slot: ContextSlot): boolean {
  if (typeof slot === "function") return false;
  if (typeof slot !== "object" || slot === null) return true;
  if (Array.isArray(slot)) return slot.every(isFixed);
  return Object.values(slot).every((piece) => typeof piece !== "function");
}
