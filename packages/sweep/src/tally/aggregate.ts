import { fromNanoUsd, type NanoUsd } from "@flow-state-dev/core";
import { type OutcomeKind, outcomeKinds } from "@flow-state-dev/records";
import { UnknownSubjectError } from "./unknown-subject-error.ts";

/** Sums over the cells of one subject on one task, or over many such. Means and variances follow from them. */
export interface AggregateSums {
  /** Cells of the plan. */
  planned: number;
  /** Cells with a score; `errored`, `timed-out` and `over-budget` are scores of 0. */
  n: number;
  scoreSum: number;
  scoreSquares: number;
  /** Of all attempts and all payers, as far as it is known. */
  costUsd: number;
  unknownCalls: number;
  /** Over the last attempts of the cells with a score. */
  workingMs: number;
  /** Cells with a score that were measured while the harness was starved. */
  suspect: number;
  outcomes: Readonly<Record<OutcomeKind, number>>;
}

/** The sums of one subject on one task. */
export interface AggregateRow extends AggregateSums {
  subject: string;
  task: string;
}

/** What a cell adds to the sums when it has a score. */
export interface ScoredCell {
  score: number;
  workingMs: number;
  suspect: boolean;
}

const field = {
  planned: 0,
  n: 1,
  score: 2,
  squares: 3,
  nanoUsd: 4,
  unknown: 5,
  workingMs: 6,
  suspect: 7,
} as const;
const outcomeField = 8;
const width = outcomeField + outcomeKinds.length;

/** Running sums per subject and task; its memory does not grow with the number of cells. */
export class Aggregate {
  readonly #subjects: ReadonlyMap<string, number>;
  readonly #tasks: ReadonlyMap<string, number>;
  readonly #sums: Float64Array;

  constructor(subjects: readonly string[], tasks: readonly string[]) {
    this.#subjects = new Map(subjects.map((name, index) => [name, index]));
    this.#tasks = new Map(tasks.map((name, index) => [name, index]));
    this.#sums = new Float64Array(subjects.length * tasks.length * width);
  }

  plan(subject: string, task: string): void {
    this.#sums[this.#at(subject, task) + field.planned]! += 1;
  }

  /** A cell has a new outcome, in place of the one it had. */
  outcome(subject: string, task: string, kind: OutcomeKind, before?: OutcomeKind): void {
    const at = this.#at(subject, task) + outcomeField;
    this.#sums[at + outcomeKinds.indexOf(kind)]! += 1;
    if (before) this.#sums[at + outcomeKinds.indexOf(before)]! -= 1;
  }

  score(subject: string, task: string, { score, workingMs, suspect }: ScoredCell): void {
    const at = this.#at(subject, task);
    this.#sums[at + field.n]! += 1;
    this.#sums[at + field.score]! += score;
    this.#sums[at + field.squares]! += score * score;
    this.#sums[at + field.workingMs]! += workingMs;
    if (suspect) this.#sums[at + field.suspect]! += 1;
  }

  cost(subject: string, task: string, nanoUsd: NanoUsd, unknownCalls: number): void {
    const at = this.#at(subject, task);
    this.#sums[at + field.nanoUsd]! += nanoUsd;
    this.#sums[at + field.unknown]! += unknownCalls;
  }

  /** One row a subject and task, subject by subject. */
  *rows(): Generator<AggregateRow> {
    for (const subject of this.#subjects.keys()) {
      for (const task of this.#tasks.keys()) {
        yield { subject, task, ...this.#read([this.#at(subject, task)]) };
      }
    }
  }

  /** Over all tasks of one subject. Throws `UnknownSubjectError`. */
  ofSubject(subject: string): AggregateSums {
    if (!this.#subjects.has(subject)) throw new UnknownSubjectError(subject, this.subjects);
    return this.#read([...this.#tasks.keys()].map((task) => this.#at(subject, task)));
  }

  /** Over everything. */
  total(): AggregateSums {
    return this.#read(Array.from({ length: this.#sums.length / width }, (_, row) => row * width));
  }

  get subjects(): readonly string[] {
    return [...this.#subjects.keys()];
  }

  #at(subject: string, task: string): number {
    return (this.#subjects.get(subject)! * this.#tasks.size + this.#tasks.get(task)!) * width;
  }

  #read(rows: readonly number[]): AggregateSums {
    const sum = (offset: number) => rows.reduce((total, at) => total + this.#sums[at + offset]!, 0);
    const outcomes = outcomeKinds.map((kind, index) => [kind, sum(outcomeField + index)]);
    return {
      planned: sum(field.planned),
      n: sum(field.n),
      scoreSum: sum(field.score),
      scoreSquares: sum(field.squares),
      costUsd: fromNanoUsd(sum(field.nanoUsd)),
      unknownCalls: sum(field.unknown),
      workingMs: sum(field.workingMs),
      suspect: sum(field.suspect),
      outcomes: Object.fromEntries(outcomes) as Record<OutcomeKind, number>,
    };
  }
}
