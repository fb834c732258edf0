import { type NanoUsd, toNanoUsd } from "@flow-state-dev/core";
import {
  type CellId,
  type CellRecord,
  isScored,
  type Outcome,
  type Spend,
  scoreOf,
} from "@flow-state-dev/records";
import type { CellPlan } from "../plan/cell-plan.ts";
import { Aggregate } from "./aggregate.ts";
import { CellStates } from "./cell-states.ts";

/** All dollars of a spend. */
export function totalOf({ subject, judge, agent }: Spend): NanoUsd {
  return toNanoUsd(subject) + toNanoUsd(judge) + toNanoUsd(agent);
}

/** How a cell ended, as far as the sums need it. */
export interface EndedCell {
  outcome: Outcome;
  workingMs: number;
  suspect: boolean;
}

/** Where every cell stands and what they add up to. */
export class Tally {
  readonly states: CellStates;
  readonly aggregate: Aggregate;

  constructor(plan: CellPlan) {
    this.states = new CellStates(plan.count);
    this.aggregate = new Aggregate(plan.subjects, plan.tasks);
    for (let position = 0; position < plan.count; position += 1) {
      const { subject, task } = plan.at(position);
      this.aggregate.plan(subject, task);
    }
  }

  /** Takes in a cell as it is kept: its money always, its result if it `counts`. One that stays needs nothing more. */
  keep(position: number, record: CellRecord, counts: boolean): void {
    const { outcome, spend, workingMs, suspect } = record;
    this.aggregate.cost(record.subject, record.task, totalOf(spend), spend.unknownCalls);
    if (!outcome || !counts) return;
    this.#outcome(position, record, { outcome, workingMs, suspect });
    if (isScored(outcome.kind)) this.states.settle(position);
  }

  /** A cell has the outcome that it keeps in this sweep, at this cost to this process. */
  settle(position: number, cell: CellId, ended: EndedCell, nanoUsd: NanoUsd, unknownCalls: number): void {
    this.aggregate.cost(cell.subject, cell.task, nanoUsd, unknownCalls);
    this.#outcome(position, cell, ended);
    this.states.settle(position);
  }

  #outcome(position: number, { subject, task }: CellId, { outcome, workingMs, suspect }: EndedCell): void {
    this.aggregate.outcome(subject, task, outcome.kind, this.states.outcome(position));
    this.states.setOutcome(position, outcome.kind);
    const score = scoreOf(outcome);
    if (score !== null) this.aggregate.score(subject, task, { score, workingMs, suspect });
  }
}
