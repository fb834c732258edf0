import type { Artifact, AttemptProgress, AttemptRecord, AttemptResult, Health } from "../attempt.ts";
import type { CallCharge, CallOpening, CallPayer, CallRecord } from "../call.ts";
import type { CellId, CountedWork, RecordedUsage } from "../cell.ts";
import { InvalidRecordError } from "../errors/record-errors.ts";
import type { ImportedCell } from "../imported-run.ts";
import { toNanoUsd } from "../nano-usd.ts";
import { mostOfAnything, readOutcome } from "../read-outcome.ts";
import type { Redactor } from "../redact.ts";
import type { Run } from "../run.ts";
import type { CellClaim, CellFilter } from "../run-store.ts";
import { encodeLarge, encodeSmall, isLarge } from "./artifact-codec.ts";
import type {
  ArtifactToWrite,
  ChargeToWrite,
  EndedAttempt,
  OpeningToWrite,
  ProgressToWrite,
} from "./to-write.ts";

const kindsOfTokens: readonly (keyof RecordedUsage)[] = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "reasoningTokens",
];

const payers: readonly CallPayer[] = ["subject", "judge", "agent"];

const isoTimeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Names come again and again; so many are remembered with their clean form. */
const rememberedNames = 20_000;

/**
 * The way into the tables: takes secrets out of everything, refuses what cannot be stored, and brings it into the
 * form of the tables.
 */
export class Cleaner {
  readonly #redactor: Redactor;
  readonly #names = new Map<string, string>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** A name or an id. Cleaned when written and when looked up, so that the two meet. */
  name(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const clean = this.id(name);
    if (this.#names.size >= rememberedNames) this.#names.clear();
    this.#names.set(name, clean);
    return clean;
  }

  /** The same, for one that comes once. */
  id(id: string): string {
    if (typeof id !== "string") throw new InvalidRecordError("A name or an id", shown(id), "text");
    return this.#redactor.text(id).toWellFormed();
  }

  json<T>(value: T): T {
    return this.#redactor.json(value);
  }

  cell({ subject, task, run }: CellId): CellId {
    if (!Number.isSafeInteger(run) || run < 0)
      throw new InvalidRecordError("The run of a cell", shown(run), "an integer from 0");
    return { subject: this.name(subject), task: this.name(task), run };
  }

  claim(claim: CellClaim): CellClaim {
    return { ...this.cell(claim), taskHash: this.name(claim.taskHash) };
  }

  filter(filter: CellFilter): CellFilter {
    const { subject, task, outcomes } = filter;
    return {
      ...(subject === undefined ? {} : { subject: this.name(subject) }),
      ...(task === undefined ? {} : { task: this.name(task) }),
      ...(outcomes === undefined ? {} : { outcomes }),
    };
  }

  opening(call: CallOpening): OpeningToWrite {
    if (!payers.includes(call.payer))
      throw this.#invalid("The payer of a call", call.payer, payers.join(", "));
    return {
      callId: this.id(call.callId),
      payer: call.payer,
      modelId: this.name(call.modelId),
      worstNano: toNanoUsd(call.worstCaseUsd, "The worst case of a call"),
      openedAt: this.#isoTime("The time at which a call was opened", call.openedAt),
    };
  }

  charge(charge: CallCharge): ChargeToWrite {
    refuseBadUsage(charge.usage);
    return {
      callId: this.id(charge.callId),
      costNano: toNanoUsd(charge.costUsd, "The cost of a call"),
      usage: charge.usage,
      details: this.#objectText("What a charge says", charge.details),
    };
  }

  result(result: AttemptResult, endedAt: string): EndedAttempt {
    const { outcome, evidence, workingMs, waitingMs, health, suspect, counted } = result;
    this.#refuseBadResult(result);
    return {
      endedAt,
      outcomeKind: outcome.kind,
      outcome: this.#objectText("An outcome", outcome),
      evidence: this.#objectText("The evidence of an attempt", evidence),
      workingMs,
      waitingMs,
      health: health === null ? null : this.#objectText("The health of an attempt", health),
      suspect,
      counted: counted === undefined ? null : JSON.stringify(plainCounted(counted)),
    };
  }

  progress({ evidence, suspect }: Omit<AttemptProgress, "artifacts">): ProgressToWrite {
    return { evidence: this.#objectText("The evidence of an attempt", evidence), suspect };
  }

  /** A run from elsewhere. */
  run(run: Run): Run {
    this.#isoTime("The time of creation of a run", run.createdAt);
    this.#isoTime("The time of the last change of a run", run.updatedAt);
    const { manifest, ...rest } = run;
    return { ...this.json(rest), manifest: this.json(manifest) };
  }

  /** A cell from elsewhere, refused before anything of it is written; its artifacts are cleaned when encoded. */
  imported(cell: ImportedCell): ImportedCell {
    const attempts = cell.attempts.map(({ attempt, calls, artifacts }) => {
      this.#isoTime("The start of an attempt", attempt.startedAt);
      if (attempt.state !== "running") this.#isoTime("The end of an attempt", attempt.endedAt);
      if (attempt.state === "ended") this.#refuseBadResult(attempt);
      for (const call of calls) {
        this.opening(call);
        if (call.state === "charged") this.charge(call);
      }
      return { attempt: this.#importedAttempt(attempt), calls: calls.map(this.#importedCall), artifacts };
    });
    return { ...this.cell(cell), attempts };
  }

  /** The same, its artifacts as well. */
  importedWhole(cell: ImportedCell): ImportedCell {
    const { attempts, ...id } = this.imported(cell);
    const whole = attempts.map(({ artifacts, ...rest }) => ({
      ...rest,
      artifacts: artifacts.map(({ name, mediaType, content }) => ({
        name: this.name(name),
        mediaType: this.name(mediaType),
        content: this.#content(content),
      })),
    }));
    return { ...id, attempts: whole };
  }

  /** What may be nested deep is cleaned by itself, so that it may be as deep as when it was first stored. */
  #importedAttempt(attempt: AttemptRecord): AttemptRecord {
    if (attempt.state === "ended") {
      const { evidence, counted, ...rest } = attempt;
      const told = counted && { counted: plainCounted(counted) };
      return { ...this.json(rest), ...told, evidence: this.json(evidence) };
    }
    const { progress, ...rest } = attempt;
    if (progress === undefined) return this.json(rest);
    const { evidence, suspect } = progress;
    return { ...this.json(rest), progress: { evidence: this.json(evidence), suspect, artifacts: [] } };
  }

  readonly #importedCall = (call: CallRecord): CallRecord => {
    if (call.state !== "charged") return this.json(call);
    const { details, ...rest } = call;
    return { ...this.json(rest), details: this.json(details) };
  };

  /** At once when all are small; large ones are compressed without holding up the event loop. */
  artifacts(artifacts: readonly Artifact[]): ArtifactToWrite[] | Promise<ArtifactToWrite[]> {
    if (artifacts.length === 0) return [];
    const clean = artifacts.map(({ name, mediaType, content }) => ({
      name: this.name(name),
      mediaType: this.name(mediaType),
      content: this.#content(content),
    }));
    if (new Set(clean.map(({ name }) => name)).size < clean.length)
      throw new InvalidRecordError(
        "The name of an artifact",
        "given twice",
        "every artifact a name of its own",
      );
    if (!clean.some(({ content }) => isLarge(content)))
      return clean.map(({ content, ...named }) => ({ ...named, ...encodeSmall(content) }));
    return Promise.all(
      clean.map(async ({ content, ...named }) => ({ ...named, ...(await encodeLarge(content)) })),
    );
  }

  #content(content: string | Uint8Array): string | Uint8Array {
    if (typeof content === "string") return this.#redactor.text(content);
    if (content instanceof Uint8Array) return this.#redactor.bytes(content);
    throw new InvalidRecordError("The content of an artifact", shown(content), "text or bytes (Uint8Array)");
  }

  /** The JSON of an object, without secrets. */
  #objectText(what: string, value: unknown): string {
    let text: string | undefined;
    try {
      text = JSON.stringify(this.json(value));
    } catch (error) {
      if (error instanceof InvalidRecordError) throw error;
      throw new InvalidRecordError(what, "no plain data", "an object that JSON can hold");
    }
    if (text?.startsWith("{")) return text;
    throw new InvalidRecordError(what, "no object", "an object that JSON can hold");
  }

  #refuseBadResult(result: Omit<AttemptResult, "artifacts">): void {
    const { outcome, workingMs, waitingMs, health, counted } = result;
    readOutcome(outcome, (text) => this.id(text));
    refuseUnlessAmount("The working time of an attempt", workingMs);
    refuseUnlessAmount("The waiting time of an attempt", waitingMs);
    if (health !== null) refuseBadHealth(health);
    if (counted !== undefined) refuseBadCounted(counted);
  }

  #isoTime(what: string, time: string): string {
    if (typeof time !== "string" || !isoTimeShape.test(time) || Number.isNaN(Date.parse(time)))
      throw this.#invalid(what, time, "an ISO time such as 2030-01-31T12:00:00.000Z");
    return time;
  }

  /** The text is shown without its secrets. */
  #invalid(what: string, found: unknown, wanted: string): InvalidRecordError {
    return new InvalidRecordError(what, JSON.stringify(this.id(String(found))), wanted);
  }
}

function refuseUnlessAmount(what: string, value: number): void {
  if (!(value >= 0 && value <= mostOfAnything))
    throw new InvalidRecordError(what, shown(value), "a finite number from 0");
}

function refuseBadHealth({ eventLoopLagMs, starvedMs = 0, memoryBytes, openCalls }: Health): void {
  refuseUnlessAmount("The event loop lag of an attempt", eventLoopLagMs);
  refuseUnlessAmount("The starved time of an attempt", starvedMs);
  refuseUnlessAmount("The memory of an attempt", memoryBytes);
  refuseUnlessAmount("The number of open calls of an attempt", openCalls);
}

function refuseBadCounted({ costUsd, cachedUsd, unknownCalls, cachedCalls, usage }: CountedWork): void {
  if (toNanoUsd(costUsd, "The cost of a result")! < toNanoUsd(cachedUsd, "The cost of answers from a cache")!)
    throw new InvalidRecordError("The cost of answers from a cache", shown(cachedUsd), "a part of the whole");
  refuseBadUsage(usage);
  for (const calls of [unknownCalls, cachedCalls])
    if (!Number.isSafeInteger(calls) || calls < 0)
      throw new InvalidRecordError("A number of calls", shown(calls), "a whole number from 0");
}

/** Only what is known of it, so that nothing else is kept without having been looked at. */
function plainCounted({ costUsd, unknownCalls, cachedUsd, cachedCalls, usage }: CountedWork): CountedWork {
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage;
  const tokens = { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens };
  return { costUsd, unknownCalls, cachedUsd, cachedCalls, usage: tokens };
}

function refuseBadUsage(usage: RecordedUsage): void {
  for (const kind of kindsOfTokens) {
    const tokens = usage[kind];
    if (!Number.isSafeInteger(tokens) || tokens < 0)
      throw new InvalidRecordError("A number of tokens", shown(tokens), "whole numbers from 0");
  }
}

/** What should be a number and is none is not shown: it may hold a secret. */
function shown(value: unknown): string {
  return typeof value === "number" ? String(value) : `of type ${typeof value}`;
}
