import type { CellId, RecordedUsage } from "../cell.ts";
import type { Json, JsonObject } from "../json.ts";
import { type CallBudget, limitNano, type NanoBooks } from "../run-books.ts";
import type { CellClaim } from "../run-store.ts";
import type { ChargeToWrite, EndedAttempt, OpeningToWrite, ProgressToWrite } from "../stored/to-write.ts";
import type { StoredArtifact } from "./artifact-content.ts";
import { encodeText } from "./text-codec.ts";

/** One write to a run, as the function `apply_1` of the database takes it. */
export interface Operation {
  fields: JsonObject;
  artifacts: readonly StoredArtifact[];
  /** Size of what it holds, when that is large. */
  bytes: number;
}

/** Claims a cell. */
export function claimOperation(workerId: string, claim: CellClaim): Operation {
  return operation({ op: "claim", worker: workerId, ...keyOf(claim), hash: claim.taskHash });
}

/** Opens a call, when the budget has room for it. */
export function openOperation(
  cell: CellId,
  attempt: number,
  call: OpeningToWrite,
  budget?: CallBudget,
): Operation {
  return operation({
    ...{ op: "open", ...keyOf(cell), attempt, call: call.callId, payer: call.payer, model: call.modelId },
    ...{
      worst: call.worstNano,
      opened: call.openedAt,
      budget: limitNano(budget),
      is_strict: budget?.strict ?? false,
    },
  });
}

/** Books what a call cost. */
export function chargeOperation(charge: ChargeToWrite): Operation {
  const fields = { op: "charge", call: charge.callId, ...chargeFields(charge) };
  return operation(fields, [], charge.details.length);
}

/** Carries a call at its worst case. */
export function carryOperation(callId: string): Operation {
  return operation({ op: "carry", call: callId });
}

/** Ends an attempt. */
export function endOperation(
  cell: CellId,
  attempt: number,
  ended: EndedAttempt,
  artifacts: readonly StoredArtifact[],
): Operation {
  const bytes = artifacts.reduce((sum, { inline }) => sum + (inline?.length ?? 0), ended.evidence.length);
  return operation({ op: "end", ...keyOf(cell), attempt, ...endFields(ended) }, artifacts, bytes);
}

/** Keeps what an attempt has come to so far. Its artifacts come before those of its end when they are read. */
export function keepOperation(
  cell: CellId,
  attempt: number,
  progress: ProgressToWrite,
  artifacts: readonly StoredArtifact[],
): Operation {
  const bytes = artifacts.reduce((sum, { inline }) => sum + (inline?.length ?? 0), progress.evidence.length);
  return operation({ op: "keep", ...keyOf(cell), attempt, ...progress }, artifacts, bytes);
}

/** A charge in the words of the functions of the database. */
export function chargeFields({ costNano, usage, details }: Omit<ChargeToWrite, "callId">) {
  return { cost: costNano, ...tokenFields(usage), details };
}

/** The end of an attempt in the words of the functions of the database. */
export function endFields(ended: EndedAttempt) {
  const { outcomeKind, outcome, evidence, workingMs, waitingMs, health, suspect, counted } = ended;
  const told = {
    kind: outcomeKind,
    outcome,
    evidence,
    working: workingMs,
    waiting: waitingMs,
    health,
    suspect,
  };
  return counted === null ? told : { ...told, counted };
}

/**
 * Operations as the function `apply_1` takes them: plain data, and the contents of the artifacts one after the other.
 */
export function packOperations(operations: readonly Operation[]): { args: JsonObject; contents: Buffer } {
  const pack = new ArtifactPack();
  operations.forEach(({ artifacts, fields }, index) => {
    pack.add(index + 1, fields.attempt as number, artifacts, fields.op === "keep" ? -artifacts.length : 0);
  });
  return {
    args: { ops: operations.map(({ fields }) => fields), artifacts: pack.list },
    contents: pack.bytes(),
  };
}

/** Artifacts of several attempts: what is known of each, with where its content begins in the bytes of all. */
export class ArtifactPack {
  readonly list: JsonObject[] = [];
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** `place` is that of their attempt among those of the same write, from 1; `from` is the position of the first. */
  add(place: number, attempt: number, artifacts: readonly StoredArtifact[], from = 0): void {
    artifacts.forEach(({ name, mediaType, form, bytes, zstd, inline, upload }, index) => {
      const where = { o: this.#length, l: inline?.length ?? 0, upload };
      const about = { position: from + index, name, type: mediaType, form, bytes, zstd };
      this.list.push(encoded({ place, attempt, ...about, ...where }));
      if (inline !== null) this.#parts.push(inline);
      this.#length += where.l;
    });
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** The books in an answer to `open`. */
export function booksInAnswer(answer: readonly unknown[]): NanoBooks {
  const [, spent, carried, carriedCalls, reserved, openCalls] = answer as number[];
  return {
    spent: spent!,
    carried: carried!,
    carriedCalls: carriedCalls!,
    reserved: reserved!,
    openCalls: openCalls!,
  };
}

/** The same object, its texts in the form in which the database can keep them. */
export function encoded(fields: JsonObject): JsonObject {
  const copy: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields))
    copy[key] = typeof value === "string" ? encodeText(value) : value;
  return copy;
}

function operation(fields: JsonObject, artifacts: readonly StoredArtifact[] = [], bytes = 0): Operation {
  return { fields: encoded(fields), artifacts, bytes };
}

function keyOf({ subject, task, run }: CellId) {
  return { subject, task, run };
}

function tokenFields(usage: RecordedUsage) {
  return {
    t1: usage.inputTokens,
    t2: usage.outputTokens,
    t3: usage.cacheReadTokens,
    t4: usage.cacheWriteTokens,
    t5: usage.reasoningTokens,
  };
}
