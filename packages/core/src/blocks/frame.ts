import { type ErrorRecord, toErrorRecord } from "../errors/error-record.ts";
import type { Charge } from "../money/charge.ts";
import { fromNanoUsd, type NanoUsd, toNanoUsd } from "../money/nano-usd.ts";
import { addUsage, noUsage, type Usage } from "../money/usage.ts";
import type { BlockKind } from "./block-kind.ts";
import type { BlockContext } from "./context.ts";
import type { BlockTotals } from "./events.ts";
import type { Run } from "./run.ts";
import type { RunState } from "./run-state.ts";

/** What a frame is made from. */
export interface FrameFacts {
  run: Run;
  parent: Frame | undefined;
  name: string;
  kind: BlockKind;
  /** This block's part of the path. */
  segment: string;
  input: unknown;
  signal: AbortSignal;
}

/** One run of one block, from start to end: where it stands, what it has spent, how long it waited. */
export class Frame {
  readonly run: Run;
  readonly id: string;
  readonly parent: Frame | undefined;
  readonly name: string;
  readonly kind: BlockKind;
  readonly path: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Set by whoever starts the block, before its code runs. */
  ctx!: BlockContext;
  /** State of the nearest sequencer with a schema. */
  state: RunState | undefined;
  attempt = 1;
  /** Set when a generator runs this block as its tool. */
  toolCallId: string | undefined;

  #endedAt: number | undefined;
  #calls = 0;
  #unpriced = 0;
  #usage: Usage = noUsage;
  #cost: NanoUsd = 0;
  readonly #startedAt: number;

  #children = 0;
  #idleChildren = 0;
  #pauses = 0;
  #idleSince: number | undefined;
  #waitedMs = 0;

  constructor(facts: FrameFacts) {
    this.run = facts.run;
    this.parent = facts.parent;
    this.name = facts.name;
    this.kind = facts.kind;
    this.path = facts.parent ? `${facts.parent.path}/${facts.segment}` : facts.segment;
    this.input = facts.input;
    this.signal = facts.signal;
    this.state = facts.parent?.state;
    this.id = facts.run.nextId();
    this.#startedAt = facts.run.seams.clock.elapsed();
    facts.parent?.childOpened();
    if (this.run.listening) {
      const { id, name, kind, path, input } = this;
      const parentId = facts.parent?.id;
      this.run.tell({
        type: "block.started",
        id,
        at: this.#now(),
        ...(parentId && { parentId }),
        name,
        kind,
        path,
        input,
      });
    }
  }

  /** Ends the block run; nothing of it counts after this. */
  finish(output: unknown): void {
    this.#close();
    this.run.outputs.set(this.name, output);
    if (!this.run.listening) return;
    const { id, name, path } = this;
    this.run.tell({ type: "block.finished", id, at: this.#now(), name, path, output, ...this.totals() });
  }

  /** Ends the block run with an error. */
  fail(error: unknown): void {
    this.#close();
    if (!this.run.listening) return;
    const { id, name, path } = this;
    this.run.tell({
      type: "block.failed",
      id,
      at: this.#now(),
      name,
      path,
      error: toErrorRecord(error),
      ...this.totals(),
    });
  }

  /** What this block and all within it have come to so far. */
  totals(): BlockTotals {
    const now = this.#endedAt ?? this.run.seams.clock.elapsed();
    return {
      usage: { ...this.#usage },
      costUsd: this.#unpriced > 0 ? null : fromNanoUsd(this.#cost),
      calls: this.#calls,
      durationMs: now - this.#startedAt,
      waitedMs: this.#waitedMs + (this.#idleSince === undefined ? 0 : now - this.#idleSince),
    };
  }

  /** Books a charge in this block and in every one around it that still runs. */
  charged(charge: Charge): void {
    for (let frame: Frame | undefined = this; frame; frame = frame.parent) frame.count(charge);
    this.run.charges.push(charge);
    if (this.run.listening) {
      this.run.tell({
        type: "call.charged",
        id: this.id,
        at: this.#now(),
        charge,
        ...(this.#endedAt !== undefined && { late: true as const }),
      });
    }
  }

  /**
   * Counts a charge here, unless this has ended. Open to a block of another copy of this package, whose parent it is.
   */
  count(charge: Charge): void {
    if (this.#endedAt !== undefined) return;
    this.#calls += 1;
    this.#usage = addUsage(this.#usage, charge.usage);
    if (charge.costUsd === null) this.#unpriced += 1;
    else this.#cost += toNanoUsd(charge.costUsd);
  }

  /** Waits outside of working time. */
  async pause(ms: number): Promise<void> {
    this.#pauses += 1;
    this.#updateIdle();
    try {
      await this.run.seams.pause(ms, this.signal);
    } finally {
      this.#pauses -= 1;
      this.#updateIdle();
    }
  }

  /** Says that a try failed and another follows. */
  retrying(facts: { delayMs: number; error: unknown; attempt: number; modelId?: string }): void {
    if (!this.run.listening) return;
    const { delayMs, attempt, modelId } = facts;
    const error: ErrorRecord = toErrorRecord(facts.error);
    const common = { id: this.id, at: this.#now(), attempt, delayMs, error };
    if (modelId === undefined) this.run.tell({ type: "block.retrying", ...common });
    else this.run.tell({ type: "call.retrying", ...common, modelId });
  }

  childOpened(): void {
    this.#children += 1;
    this.#updateIdle();
  }

  childClosed(wasIdle: boolean): void {
    this.#children -= 1;
    if (wasIdle) this.#idleChildren -= 1;
    this.#updateIdle();
  }

  #now(): number {
    return this.run.seams.clock.now();
  }

  #close(): void {
    const now = this.run.seams.clock.elapsed();
    const wasIdle = this.#idleSince !== undefined;
    if (this.#idleSince !== undefined) this.#waitedMs += now - this.#idleSince;
    this.#idleSince = undefined;
    this.#endedAt = now;
    this.parent?.childClosed(wasIdle);
  }

  /** A block is idle while it backs off and nothing inside it works, or while all that runs inside it is idle. */
  #updateIdle(): void {
    if (this.#endedAt !== undefined) return;
    const idle = this.#children === this.#idleChildren && (this.#pauses > 0 || this.#children > 0);
    if (idle === (this.#idleSince !== undefined)) return;
    const now = this.run.seams.clock.elapsed();
    if (this.#idleSince === undefined) this.#idleSince = now;
    else {
      this.#waitedMs += now - this.#idleSince;
      this.#idleSince = undefined;
    }
    this.parent?.childIdle(idle);
  }

  childIdle(idle: boolean): void {
    this.#idleChildren += idle ? 1 : -1;
    this.#updateIdle();
  }
}
