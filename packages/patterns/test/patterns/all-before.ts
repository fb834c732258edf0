import type { Flow } from "../conformance/pattern-description.ts";
import type { SeenCall } from "../conformance/recording-model.ts";

/** Every one of these calls is told what all before it said. */
export function allBefore(calls: readonly SeenCall[]): Flow[] {
  return calls.flatMap((to, at) =>
    calls.slice(0, at).map((each) => ({ what: `what ${each.block} said`, said: each.answer, to })),
  );
}
