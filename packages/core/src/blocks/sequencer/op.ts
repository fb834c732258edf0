import type { MaybePromise } from "../block.ts";
import type { Frame } from "../frame.ts";

/** One link of a chain: takes the value so far, gives the next one. */
export type Op = (value: any, frame: Frame) => MaybePromise<unknown>;

/** A function of a user's that takes the value and the context. */
export type ValueFunction = (value: any, ctx: any) => unknown;

/** What a link gives to end the chain here. */
export class Exit {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}
