import type { Schema } from "../schema/schema.ts";
import type { MaybePromise } from "./block.ts";
import type { UsesSlot } from "./capability.ts";
import type { BlockContext } from "./context.ts";
import type { RetryPolicy } from "./retry-policy.ts";

/** What every kind of block can be told. */
export interface BlockConfig<
  TInSchema extends Schema | undefined = undefined,
  TOutSchema extends Schema | undefined = undefined,
  TStateSchema extends Schema | undefined = undefined,
> {
  /** Names the block in traces, errors and to models; need not be unique. */
  name: string;
  /** For people, and for models when the block is a tool. */
  description?: string;
  /** Every input is checked against it; the block's code sees what comes out. */
  inputSchema?: TInSchema;
  /** Every output is checked against it; the next block sees what comes out. */
  outputSchema?: TOutSchema;
  /** The part of the sequencer's state this block uses; it gives `ctx.sequencer` its type. */
  sequencerStateSchema?: TStateSchema;
  /** Capabilities of this block. */
  uses?: UsesSlot | undefined;
  /** Called with the error the block ends in, before anything rescues it. What it throws is dropped. */
  onErrored?: (error: Error, ctx: BlockContext<any>) => MaybePromise<void>;
  retry?: RetryPolicy;
}
