import { abortError, isBudgetSpent, throwIfAborted } from "./abort.ts";
import type { BlockDefinition } from "./block.ts";
import { Frame } from "./frame.ts";
import { FrameContext } from "./frame-context.ts";
import { OpenCalls } from "./open-calls.ts";
import type { Run } from "./run.ts";

/** Where a block starts. */
export interface Place {
  run: Run;
  parent?: Frame;
  signal: AbortSignal;
  /** Its part of the path; the block's name when absent. Branches that run at the same time need different ones. */
  segment?: string;
  toolCallId?: string;
  /** Is shown the frame when the block has ended. */
  onEnd?: (frame: Frame) => void;
}

/** Runs a block at its place, and ends its frame whatever happens. Rejects with what the block threw. */
export async function startBlock(block: BlockDefinition, input: unknown, place: Place): Promise<unknown> {
  const { run, parent, signal } = place;
  const internals = block["~block"];
  const { name, kind } = block;
  const frame = new Frame({ run, parent, name, kind, segment: place.segment ?? name, input, signal });
  const calls = new OpenCalls(run.seams.account, frame);
  frame.toolCallId = place.toolCallId;
  frame.ctx = new FrameContext(frame, calls, internals.functions);
  try {
    throwIfAborted(signal);
    const output = await internals.body(input, frame);
    await calls.settled();
    frame.finish(output);
    return output;
  } catch (error) {
    await calls.settled();
    const shown = signal.aborted && !isBudgetSpent(error) ? abortError(signal) : error;
    frame.fail(shown);
    throw shown;
  } finally {
    place.onEnd?.(frame);
  }
}

/** Runs a block inside another. */
export function runInside(
  parent: Frame,
  block: BlockDefinition,
  input: unknown,
  place: { segment?: string; signal?: AbortSignal; toolCallId?: string } = {},
): Promise<unknown> {
  return startBlock(block, input, { run: parent.run, parent, signal: parent.signal, ...place });
}
