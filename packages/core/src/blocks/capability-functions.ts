import { FlowError } from "../errors/flow-error.ts";
import type { CapabilitySelection } from "./capability.ts";
import type { Frame } from "./frame.ts";
import type { CapabilityFunctions } from "./frame-context.ts";
import { RunState } from "./run-state.ts";

/** A capability's functions use its state, and it has declared none. */
class NoCapabilityStateError extends FlowError {
  override readonly name: string = "NoCapabilityStateError";

  constructor(capability: string) {
    super(`Capability "${capability}" has no state; give it a stateSchema.`, { code: "no-capability-state" });
  }
}

/** What `ctx.cap` holds for a block with these capabilities; undefined when none has functions. */
export function capabilityFunctions(
  selections: readonly CapabilitySelection[],
): CapabilityFunctions | undefined {
  const offering = selections.filter((selection) => selection.definition.fns);
  if (offering.length === 0) return undefined;
  return (ctx, frame) =>
    Object.fromEntries(
      offering.map(({ definition, config }) => {
        const scope = { config, state: () => stateOf(definition, frame) };
        return [definition.name, definition.fns?.(ctx, scope)];
      }),
    );
}

async function stateOf(definition: CapabilitySelection["definition"], frame: Frame): Promise<RunState> {
  const { capabilityStates } = frame.run;
  if (!definition.stateSchema) throw new NoCapabilityStateError(definition.name);
  let state = capabilityStates.get(definition);
  if (!state) {
    state = RunState.create(definition.name, definition.stateSchema, {});
    capabilityStates.set(definition, state);
  }
  return state;
}
