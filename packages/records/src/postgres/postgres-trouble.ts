import { callGivenTwice, InvalidRecordError } from "../errors/record-errors.ts";
import { RecordsError } from "../errors/records-error.ts";
import { StoreCorruptError, StoreFullError } from "../errors/store-errors.ts";
import { UnreadableValueError } from "../stored/stored-value.ts";
import type { PostgresAddress } from "./address.ts";
import {
  DatabaseFailedError,
  DatabaseReadOnlyError,
  StoreDeniedError,
  StoreMissingError,
  StoreUnreachableError,
} from "./postgres-errors.ts";

/** Error codes of the system that mean a broken or refused connection. */
const brokenConnection = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENOENT",
]);

/** SQLSTATE codes of a server that goes, comes, or has no room: postgresql.org/docs/current/errcodes-appendix.html. */
const goneForNow = new Set(["57P01", "57P02", "57P03", "57P05", "53300", "25P03"]);

/** Two writes were in each other's way; the server undid this one. */
const undone = new Set(["40001", "40P01", "55P03"]);

/** What the driver says without a code when the connection breaks. */
const brokenWords = /connection terminated|connection error|timeout expired|timeout exceeded|read timeout/i;

/** The code of an error: an SQLSTATE of the server, or one of the system; null when it has none. */
export function errorCode(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  const first = (error as { errors?: unknown[] } | null)?.errors?.[0];
  return first === undefined ? null : errorCode(first);
}

/** Is the server out of reach for now, or did it undo the write, so that trying again on a new connection helps? */
export function isPassing(error: unknown): boolean {
  const code = errorCode(error);
  if (code === null) return error instanceof Error && brokenWords.test(error.message);
  return brokenConnection.has(code) || goneForNow.has(code) || undone.has(code) || /^08/.test(code);
}

/** SQLSTATE classes that concern the one record that was to be written: its values, or a rule of its table. */
const ofTheRecord = /^2[1-3]|^54/;

/** Is the store itself in trouble, rather than the one record that was to be written? */
export function isStoreTrouble(error: unknown): boolean {
  const code = errorCode(error);
  return isPassing(error) || (code !== null && !ofTheRecord.test(code));
}

/** An error of the driver or the server as one of ours, without secrets; others pass unchanged. */
export function toStoreError(error: unknown, address: PostgresAddress): unknown {
  if (error instanceof RecordsError) return error;
  const { shown, database } = address;
  if (error instanceof UnreadableValueError) return new StoreCorruptError(shown, error.message, error);
  const code = errorCode(error);
  const problem = problemOf(error, address);
  const cause = causeOf(problem, code);
  if (isPassing(error)) return new StoreUnreachableError(shown, problem, cause);
  switch (code) {
    case null:
      return error;
    case "28P01":
    case "28000":
      return new StoreDeniedError(shown, problem, cause);
    case "3D000":
      return new StoreMissingError(shown, database, cause);
    case "25006":
    case "42501":
      return new DatabaseReadOnlyError(shown, problem, cause);
    case "53100":
      return new StoreFullError(shown, cause);
    case "23505":
      // Whatever else must be unique is looked for before it is written, or by whoever writes it.
      return callGivenTwice();
    case "54000":
      return new InvalidRecordError("A name", "too long for the database", "names of at most 2,000 bytes");
    case "XX001":
    case "XX002":
    case "3F000":
    case "42P01":
    case "42883":
      return new StoreCorruptError(shown, problem, cause);
    default:
      return new DatabaseFailedError(shown, problem, cause);
  }
}

/** What the error says, in one line and without the password. */
function problemOf(error: unknown, { secrets }: Pick<PostgresAddress, "secrets">): string {
  const said = error instanceof Error ? error.message : String(error);
  const first = (error as { errors?: unknown[] } | null)?.errors?.[0];
  const text = said === "" && first instanceof Error ? first.message : said;
  const clean = secrets.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
  return (clean || (errorCode(error) ?? "no reason was given")).replaceAll(/\s+/g, " ").slice(0, 300);
}

/** The error of the driver may hold anything; what is known of it is kept. */
function causeOf(problem: string, code: string | null): Error {
  return Object.assign(new Error(problem), code === null ? {} : { code });
}
