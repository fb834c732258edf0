import { messageOf } from "../errors/as-error.ts";
import type { Schema } from "../schema/schema.ts";
import { throwIfAborted } from "./abort.ts";
import type { AsToolOptions, BlockDefinition, BlockInternals, RescueHandlerSpec } from "./block.ts";
import type { BlockKind } from "./block-kind.ts";
import { checkFunction } from "./check-function.ts";
import { checkIsSchema } from "./check-is-schema.ts";
import { ConstructionError } from "./construction-error.ts";
import type { Frame } from "./frame.ts";
import { guard } from "./guard.ts";
import { checkRescue, rescueWith } from "./rescue.ts";

/** What a block definition is made from. */
export interface BlockParts {
  kind: BlockKind;
  name: string;
  description?: string | undefined;
  inputSchema?: Schema | undefined;
  outputSchema?: Schema | undefined;
  internals: BlockInternals;
}

type Connector = (value: any, ctx: any) => unknown;

/** A block of its parts; each method gives another with its work wrapped. */
export function defineBlock(parts: BlockParts): BlockDefinition {
  const { kind, name, description, inputSchema, outputSchema, internals } = parts;
  checkName(kind, name);
  checkIsSchema("inputSchema", inputSchema, name);
  checkIsSchema("outputSchema", outputSchema, name);
  return {
    kind,
    name,
    ...(description !== undefined && { description }),
    ...(inputSchema && { inputSchema }),
    ...(outputSchema && { outputSchema }),
    connectInput: (connector: Connector) => defineBlock(connectedInput(parts, connector)),
    connectOutput: (connector: Connector) => defineBlock(connectedOutput(parts, connector)),
    asTool: (options?: AsToolOptions) => defineBlock(tool(parts, options)),
    rescue(handlers: readonly RescueHandlerSpec[]) {
      checkRescue(handlers, name);
      return defineBlock(rescued(parts, handlers));
    },
    "~block": internals,
  };
}

/** Throws a `ConstructionError` for a block that cannot be told apart from others in traces and errors. */
export function checkName(kind: BlockKind, name: unknown): void {
  if (typeof name === "string" && name.trim() !== "") return;
  throw new ConstructionError(`A ${kind} has no name; give it one with name: "…".`, String(name));
}

/** The parts of a block for another input. */
export function connectedInput(parts: BlockParts, connector: Connector): BlockParts {
  checkFunction(`connectInput of "${parts.name}" takes a connector`, connector, parts.name);
  const body = async (value: unknown, frame: Frame) => {
    const input = await guard(connector(value, frame.ctx), frame.signal);
    throwIfAborted(frame.signal);
    return parts.internals.body(input, frame);
  };
  const internals = { ...wrapped(parts, body, { connectInput: connector }), asksFirst: false };
  return { ...parts, inputSchema: undefined, internals };
}

/** The same internals with other work around them, and what makes it another. */
function wrapped({ internals }: BlockParts, body: BlockInternals["body"], by: object): BlockInternals {
  return { ...internals, body, made: { of: internals.made, ...by } };
}

function connectedOutput(parts: BlockParts, connector: Connector): BlockParts {
  checkFunction(`connectOutput of "${parts.name}" takes a connector`, connector, parts.name);
  const body = async (value: unknown, frame: Frame) => {
    const output = await parts.internals.body(value, frame);
    return guard(connector(output, frame.ctx), frame.signal);
  };
  return { ...parts, outputSchema: undefined, internals: wrapped(parts, body, { connectOutput: connector }) };
}

function rescued(parts: BlockParts, handlers: readonly RescueHandlerSpec[]): BlockParts {
  const body = (value: unknown, frame: Frame) =>
    rescueWith(handlers, frame, () => parts.internals.body(value, frame));
  return { ...parts, outputSchema: undefined, internals: wrapped(parts, body, { rescue: handlers }) };
}

function tool(parts: BlockParts, options: AsToolOptions = {}): BlockParts {
  const name = options.name ?? parts.name;
  const body = async (input: unknown, frame: Frame) => {
    if (frame.toolCallId !== undefined || !frame.run.listening) return parts.internals.body(input, frame);
    const { run, id } = frame;
    const common = { id, toolCallId: id, toolName: name };
    run.tell({ type: "tool.called", at: run.seams.clock.now(), ...common, input });
    try {
      const output = await parts.internals.body(input, frame);
      run.tell({ type: "tool.finished", at: run.seams.clock.now(), ...common, result: { ok: true, output } });
      return output;
    } catch (error) {
      run.tell({
        type: "tool.finished",
        at: run.seams.clock.now(),
        ...common,
        result: { ok: false, error: messageOf(error) },
      });
      throw error;
    }
  };
  const description = options.description ?? parts.description;
  return { ...parts, name, description, internals: wrapped(parts, body, { asTool: options }) };
}
