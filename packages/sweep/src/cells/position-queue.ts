import type { ProviderGroup } from "../limits/slots.ts";
import type { CellPlan } from "../plan/cell-plan.ts";
import type { PlannedCell } from "../plan/planned-cell.ts";

/** A cell whose turn it is. */
export interface QueuedCell {
  position: number;
  cell: PlannedCell;
  group: ProviderGroup;
}

/** So many cells of a busy provider may be passed over by cells of others. */
const lookahead = 256;

/**
 * The cells of a plan in their order. A cell whose providers are busy is passed over, but keeps its place before all
 * later ones of the same providers.
 */
export class PositionQueue {
  readonly #plan: CellPlan;
  readonly #wants: (position: number) => boolean;
  readonly #groupOf: (cell: PlannedCell) => ProviderGroup;
  readonly #passedOver = new Map<ProviderGroup, QueuedCell[]>();
  #passed = 0;
  #next = 0;

  constructor(
    plan: CellPlan,
    wants: (position: number) => boolean,
    groupOf: (cell: PlannedCell) => ProviderGroup,
  ) {
    this.#plan = plan;
    this.#wants = wants;
    this.#groupOf = groupOf;
    this.#skipUnwanted();
  }

  /** Whether every cell has had its turn. */
  get empty(): boolean {
    return this.#passed === 0 && this.#next >= this.#plan.count;
  }

  /** The first cell whose providers have room. */
  take(hasRoom: (group: ProviderGroup) => boolean): QueuedCell | undefined {
    return this.#takePassedOver(hasRoom) ?? this.#takeNext(hasRoom);
  }

  #takePassedOver(hasRoom: (group: ProviderGroup) => boolean): QueuedCell | undefined {
    if (this.#passed === 0) return undefined;
    let first: QueuedCell[] | undefined;
    for (const [group, cells] of this.#passedOver) {
      if (cells.length > 0 && (!first || cells[0]!.position < first[0]!.position) && hasRoom(group))
        first = cells;
    }
    if (first) this.#passed -= 1;
    return first?.shift();
  }

  #takeNext(hasRoom: (group: ProviderGroup) => boolean): QueuedCell | undefined {
    while (this.#passed < lookahead && this.#next < this.#plan.count) {
      const position = this.#next;
      const cell = this.#plan.at(position);
      const group = this.#groupOf(cell);
      this.#next += 1;
      this.#skipUnwanted();
      if (hasRoom(group)) return { position, cell, group };
      const before = this.#passedOver.get(group);
      if (before) before.push({ position, cell, group });
      else this.#passedOver.set(group, [{ position, cell, group }]);
      this.#passed += 1;
    }
    return undefined;
  }

  #skipUnwanted(): void {
    while (this.#next < this.#plan.count && !this.#wants(this.#next)) this.#next += 1;
  }
}
