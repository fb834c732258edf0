import { isScored, type OutcomeKind, outcomeKinds } from "@flow-state-dev/records";

const outcomeBits = 0b0000_1111;
const settledBit = 0b0001_0000;
const heldBit = 0b0010_0000;

/** How far every cell of a plan is, in one byte each: all a sweep keeps of a single cell. */
export class CellStates {
  readonly #bytes: Uint8Array;
  /** Cells that another process is on. */
  held = 0;
  /** Cells with a result that stays. */
  scored = 0;

  constructor(count: number) {
    this.#bytes = new Uint8Array(count);
  }

  /** The outcome of its last attempt, if it has one. */
  outcome(position: number): OutcomeKind | undefined {
    return outcomeKinds[(this.#bytes[position]! & outcomeBits) - 1];
  }

  setOutcome(position: number, kind: OutcomeKind): void {
    const before = this.outcome(position);
    if (before && isScored(before)) this.scored -= 1;
    if (isScored(kind)) this.scored += 1;
    this.#bytes[position] = (this.#bytes[position]! & ~outcomeBits) | (outcomeKinds.indexOf(kind) + 1);
  }

  /** Nothing more is done about it in this sweep. */
  settle(position: number): void {
    this.free(position);
    this.#bytes[position]! |= settledBit;
  }

  isSettled(position: number): boolean {
    return (this.#bytes[position]! & settledBit) !== 0;
  }

  /** Another process is on it. */
  hold(position: number): void {
    if (this.isHeld(position)) return;
    this.held += 1;
    this.#bytes[position]! |= heldBit;
  }

  isHeld(position: number): boolean {
    return (this.#bytes[position]! & heldBit) !== 0;
  }

  free(position: number): void {
    if (!this.isHeld(position)) return;
    this.held -= 1;
    this.#bytes[position]! &= ~heldBit;
  }
}
