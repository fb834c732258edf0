import {
  type AttemptRecord,
  type CallGrant,
  type CallPayer,
  type CellRecord,
  type ClaimResult,
  isScored,
  type Outcome,
  type OutcomeKind,
  outcomeKinds,
  type Recovery,
  type RunBooks,
  type RunTotals,
} from "../../src/index.ts";

interface ModelCall {
  attempt: number;
  payer: CallPayer;
  worst: number | null;
  state: "open" | "lost" | "charged";
  cost: number | null;
}

interface ModelAttempt {
  worker: string;
  hash: string;
  state: AttemptRecord["state"];
  outcome: Outcome | null;
}

interface ModelCell {
  attempts: ModelAttempt[];
  calls: Map<string, ModelCall>;
}

/** What a store must do, written as plainly as possible: money in whole billionths, everything in maps. */
export class StoreModel {
  readonly cells = new Map<string, ModelCell>();
  readonly workers = new Map<string, { heartbeat: number; released: boolean }>();
  now = 0;

  register(worker: string): void {
    this.workers.set(worker, { heartbeat: this.now, released: false });
  }

  heartbeat(worker: string): void {
    this.workers.get(worker)!.heartbeat = this.now;
  }

  claim(worker: string, cell: string, hash: string): ClaimResult | "refused" {
    if (this.workers.get(worker)!.released) return "refused";
    const found: ModelCell = this.cells.get(cell) ?? { attempts: [], calls: new Map() };
    this.cells.set(cell, found);
    if (found.attempts.at(-1)?.state === "running") return { state: "taken" };
    const ended = found.attempts.findLast(({ state }) => state === "ended");
    if (ended !== undefined && ended.hash === hash && isScored(ended.outcome!.kind)) return { state: "done" };
    found.attempts.push({ worker, hash, state: "running", outcome: null });
    return { state: "claimed", attempt: found.attempts.length };
  }

  open(
    cell: string,
    attempt: number,
    callId: string,
    payer: CallPayer,
    worst: number | null,
    budget: { limit: number; strict: boolean } | null,
  ): CallGrant | "not running" {
    const found = this.cells.get(cell);
    if (found?.attempts[attempt - 1]?.state !== "running") return "not running";
    if (budget !== null && worst !== 0) {
      const { spentUsd, carriedUsd, reservedUsd } = this.books();
      const spent = nano(spentUsd) - (budget.strict ? 0 : nano(carriedUsd));
      const held = budget.strict ? nano(reservedUsd) + (worst ?? 0) : 0;
      if (spent >= budget.limit || spent + held > budget.limit) return { state: "refused", ...this.books() };
    }
    found.calls.set(callId, { attempt, payer, worst, state: "open", cost: null });
    return { state: "opened", ...this.books() };
  }

  carry(callId: string): void {
    for (const { calls } of this.cells.values()) {
      const call = calls.get(callId);
      if (call?.state === "open") call.state = "lost";
    }
  }

  books(): RunBooks {
    const calls = [...this.cells.values()].flatMap((cell) => [...cell.calls.values()]);
    const sum = (amounts: (number | null)[]) =>
      amounts.reduce<number>((total, each) => total + (each ?? 0), 0);
    const open = calls.filter(({ state }) => state === "open");
    const lost = calls.filter(({ state }) => state === "lost");
    const carried = sum(lost.map(({ worst }) => worst));
    return {
      spentUsd: (carried + sum(calls.map(({ cost }) => cost))) / 1e9,
      carriedUsd: carried / 1e9,
      carriedCalls: lost.filter(({ worst }) => worst !== null).length,
      reservedUsd: sum(open.map(({ worst }) => worst)) / 1e9,
      openCalls: open.length,
    };
  }

  charge(callId: string, cost: number | null): void {
    for (const { calls } of this.cells.values()) {
      const call = calls.get(callId);
      if (call !== undefined && call.state !== "charged") Object.assign(call, { state: "charged", cost });
    }
  }

  end(cell: string, attempt: number, outcome: Outcome): boolean {
    const found = this.cells.get(cell)?.attempts[attempt - 1];
    if (found?.state !== "running") return false;
    Object.assign(found, { state: "ended", outcome });
    return true;
  }

  release(worker: string): void {
    this.workers.get(worker)!.released = true;
    this.#giveUp((name) => name === worker);
  }

  recover(): Recovery {
    return this.#giveUp((name) => {
      const worker = this.workers.get(name)!;
      return worker.released || this.now - worker.heartbeat > 30_000;
    });
  }

  totals(): Pick<RunTotals, "outcomes" | "running" | "attempts" | "spend"> {
    const outcomes = Object.fromEntries(outcomeKinds.map((kind) => [kind, 0])) as Record<OutcomeKind, number>;
    let running = 0;
    let attempts = 0;
    const calls: ModelCall[] = [];
    for (const cell of this.cells.values()) {
      const ended = cell.attempts.findLast(({ state }) => state === "ended");
      if (ended !== undefined) outcomes[ended.outcome!.kind]++;
      if (cell.attempts.at(-1)?.state === "running") running++;
      attempts += cell.attempts.length;
      calls.push(...cell.calls.values());
    }
    return { outcomes, running, attempts, spend: spendOf(calls) };
  }

  cell(name: string): Pick<CellRecord, "attempts" | "outcome" | "running" | "spend" | "taskHash"> | null {
    const cell = this.cells.get(name);
    if (cell === undefined || cell.attempts.length === 0) return null;
    const last = cell.attempts.at(-1)!;
    const ended = cell.attempts.findLast(({ state }) => state === "ended");
    return {
      attempts: cell.attempts.length,
      outcome: ended?.outcome ?? null,
      running: last.state === "running",
      taskHash: (ended ?? last).hash,
      spend: spendOf([...cell.calls.values()]),
    };
  }

  #giveUp(isGone: (worker: string) => boolean): Recovery {
    const recovery = { lostAttempts: 0, lostCalls: 0 };
    let carried = 0;
    for (const cell of this.cells.values()) {
      for (const attempt of cell.attempts)
        if (attempt.state === "running" && isGone(attempt.worker)) {
          attempt.state = "lost";
          recovery.lostAttempts++;
        }
      for (const call of cell.calls.values())
        if (call.state === "open" && isGone(cell.attempts[call.attempt - 1]!.worker)) {
          call.state = "lost";
          recovery.lostCalls++;
          carried += call.worst ?? 0;
        }
    }
    return { ...recovery, carriedUsd: carried / 1e9 };
  }
}

function nano(usd: number): number {
  return Math.round(usd * 1e9);
}

function spendOf(calls: readonly ModelCall[]): CellRecord["spend"] {
  const nano = { subject: 0, judge: 0, agent: 0, carried: 0 };
  let unknownCalls = 0;
  for (const { payer, state, worst, cost } of calls) {
    if (state === "open") continue;
    const amount = state === "lost" ? worst : cost;
    if (amount === null) unknownCalls++;
    else {
      nano[payer] += amount;
      if (state === "lost") nano.carried += amount;
    }
  }
  return {
    subject: nano.subject / 1e9,
    judge: nano.judge / 1e9,
    agent: nano.agent / 1e9,
    carried: nano.carried / 1e9,
    unknownCalls,
  };
}
