/**
 * How one thing of the machine is. `fine`: here and working. `absent`: not here, and only some work needs it.
 * `problem`: nothing, or nothing of what was asked for, works without it.
 */
export type CheckState = "fine" | "absent" | "problem";

/** One thing that `x doctor` looked at. */
export interface MachineCheck {
  /** Heading that it stands under. */
  group: "machine" | "sandboxes" | "models" | "agents" | "records";
  name: string;
  state: CheckState;
  /** What was found, in a few words. Never a key. */
  found: string;
  /** What to install or set, as a line to type where there is one; null when there is nothing to do. */
  advice: string | null;
}
