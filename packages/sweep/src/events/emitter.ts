import { createRedactor, type Outcome, type Redactor } from "@flow-state-dev/records";
import type { OnSweepEvent, SweepEvent } from "../sweep-event.ts";

/** Names come again and again; so many are remembered with their clean form. */
const rememberedNames = 20_000;

/** Tells the listener, if there is one, without secrets. Nothing a listener does reaches the sweep. */
export class Emitter {
  readonly #listener: OnSweepEvent | undefined;
  readonly #names = new Map<string, string>();
  readonly #warnings = new Set<string>();
  #redactor: Redactor | undefined;
  /** What the listener threw first, if it ever did, in words and without secrets. */
  failure: unknown;

  constructor(listener: OnSweepEvent | undefined) {
    this.#listener = listener;
  }

  /** Whether anybody listens; spares making events for nobody. */
  get listened(): boolean {
    return this.#listener !== undefined;
  }

  /** What turned out while the cells ran, for the warnings of the result. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** Tells something a reader of the result must know, each sentence once. */
  warn(message: string): void {
    const clean = this.text(message);
    if (this.#warnings.has(clean)) return;
    this.#warnings.add(clean);
    this.emit({ type: "warning", message: clean });
  }

  emit(event: SweepEvent): void {
    if (!this.#listener) return;
    try {
      const returned: unknown = this.#listener(this.#clean(event));
      if (returned instanceof Promise) returned.catch((error) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The outcome as an event may carry it: error texts without secrets. */
  plain(outcome: Outcome): Outcome {
    if (outcome.kind === "passed" || outcome.kind === "failed" || outcome.kind === "timed-out")
      return outcome;
    return this.#secrets.json(outcome);
  }

  /** Text without secrets. */
  text(text: string): string {
    return this.#secrets.text(text);
  }

  get #secrets(): Redactor {
    this.#redactor ??= createRedactor();
    return this.#redactor;
  }

  #name(name: string): string {
    let clean = this.#names.get(name);
    if (clean === undefined) {
      clean = this.text(name);
      if (this.#names.size >= rememberedNames) this.#names.clear();
      this.#names.set(name, clean);
    }
    return clean;
  }

  /** The same event when there is nothing to take out, as nearly always. */
  #clean(event: SweepEvent): SweepEvent {
    switch (event.type) {
      case "planned":
        return { ...event, warnings: event.warnings.map((warning) => this.text(warning)) };
      case "warning":
        return { ...event, message: this.text(event.message) };
      case "stopped":
        return { ...event, reason: this.text(event.reason) };
      case "refused":
        return { ...event, worker: this.#name(event.worker), reason: this.text(event.reason) };
      case "throttled":
        return { ...event, provider: this.#name(event.provider), reason: this.text(event.reason) };
      case "spent":
        return this.#cleanCell(
          this.#name(event.modelId) === event.modelId
            ? event
            : { ...event, modelId: this.#name(event.modelId) },
        );
      case "started":
      case "attempt-failed":
      case "lost":
      case "finished":
        return this.#cleanCell(event);
      default:
        return event;
    }
  }

  #cleanCell<E extends SweepEvent & { cell: { subject: string; task: string } }>(event: E): E {
    const { subject, task } = event.cell;
    const clean = { subject: this.#name(subject), task: this.#name(task) };
    if (clean.subject === subject && clean.task === task) return event;
    return { ...event, cell: { ...event.cell, ...clean } };
  }

  #fail(error: unknown): void {
    if (this.failure !== undefined) return;
    let message = "it cannot be told why";
    try {
      message = error instanceof Error ? error.message : String(error);
    } catch {
      // Then it cannot.
    }
    this.failure = this.text(message);
  }
}
