import type { Schema } from "../../schema/schema.ts";
import { throwIfAborted } from "../abort.ts";
import type { RescueHandlerSpec } from "../block.ts";
import { valueBySchema } from "../check-schema.ts";
import type { Frame } from "../frame.ts";
import { guard, isThenable } from "../guard.ts";
import { rescueWith } from "../rescue.ts";
import { RunState } from "../run-state.ts";
import { Exit, type Op } from "./op.ts";
import { SequencerOutputSchemaError } from "./sequencer-output-schema-error.ts";

/** A chain as it runs. */
export interface ChainPlan {
  name: string;
  ops: readonly Op[];
  stateSchema: Schema | undefined;
  outputSchema: Schema | undefined;
  rescue: readonly RescueHandlerSpec[] | undefined;
}

/** Sets up the state, runs the links, rescues, and checks what comes out at the end. */
export async function runChain(plan: ChainPlan, input: unknown, frame: Frame): Promise<unknown> {
  if (plan.stateSchema) {
    const initial = frame.parent?.state ? undefined : frame.run.seams.initialState;
    frame.state = await guard(RunState.create(plan.name, plan.stateSchema, initial), frame.signal);
  }
  const links = () => runLinks(plan.ops, input, frame);
  const output = await (plan.rescue ? rescueWith(plan.rescue, frame, links) : links());
  if (!plan.outputSchema) return output;
  return valueBySchema(
    plan.outputSchema,
    output,
    frame.signal,
    (issues) => new SequencerOutputSchemaError({ blockName: plan.name, issues }),
  );
}

async function runLinks(ops: readonly Op[], input: unknown, frame: Frame): Promise<unknown> {
  let value = input;
  for (const op of ops) {
    throwIfAborted(frame.signal);
    const next = op(value, frame);
    value = isThenable(next) ? await next : next;
    if (value instanceof Exit) return value.value;
  }
  throwIfAborted(frame.signal);
  return value;
}
