import type { SeenMachine } from "@flow-state-dev/records";
import { visibleText } from "../text/visible-text.ts";
import { asStarted } from "../typed/as-started.ts";

/** One that was silent for so long is taken for dead. */
export const silentMs = 30_000;

/** What is known about who could take the cells of a run. */
export interface Attendance {
  machines: readonly Pick<SeenMachine, "silentMs" | "runId" | "tags">[];
  /** What cells need of a worker, an entry a kind of cell. */
  needs: readonly (readonly string[])[];
  /** Whether the queue of the run is not in the database. */
  isOnRedis: boolean;
}

/**
 * Why nobody takes cells of a run, and what to do about it; null when a worker is on it, or one that could be has
 * nothing else to do and will be soon, or says itself why it does not.
 */
export function unattendedReason(runId: string, { machines, needs, isOnRedis }: Attendance): string | null {
  const live = machines.filter((machine) => machine.silentMs < silentMs);
  if (live.some((machine) => machine.runId === runId)) return null;
  if (live.length === 0) {
    const queue = isOnRedis ? " --queue redis://…" : "";
    return asStarted(`No worker is here. Start one: x worker --on postgres://…${queue}`);
  }
  const fitting = live.filter(({ tags }) => needs.some((each) => each.every((need) => tags.includes(need))));
  if (fitting.length === 0) {
    const missing = needs.map((each) => each.join(" and ")).join(", or ");
    return asStarted(
      `No worker that is here offers what they need: ${visibleText(missing)}. Install it there, or start a worker that has it: x worker --on postgres://… --tags …`,
    );
  }
  if (fitting.some((machine) => machine.runId === null)) return null;
  return asStarted(
    "All workers are at other runs, the oldest first; x top shows them. More workers would begin now.",
  );
}
