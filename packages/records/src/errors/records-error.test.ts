import { expect, test } from "vitest";
import { MalformedLineError, NewerRunFormatError, TruncatedRunError } from "../run-lines/run-file-errors.ts";
import {
  AmbiguousRunError,
  AttemptNotRunningError,
  DuplicateCallError,
  InvalidRecordError,
  RunExistsError,
  UnknownCallError,
  UnknownRunError,
  UnknownWorkerError,
} from "./record-errors.ts";
import { RecordsError } from "./records-error.ts";
import {
  ForeignDatabaseError,
  StoreBusyError,
  StoreClosedError,
  StoreCorruptError,
  StoreFailedError,
  StoreFullError,
  StorePathError,
  StoreReadOnlyError,
  StoreTooNewError,
} from "./store-errors.ts";

const cause = new Error("cause");
const errors: RecordsError[] = [
  new StorePathError("f", "it is a folder", cause),
  new StoreTooNewError("f", 3, 1),
  new ForeignDatabaseError("f"),
  new StoreCorruptError("f", "it is cut off", cause),
  new StoreReadOnlyError("f", cause),
  new StoreFullError("f", cause),
  new StoreBusyError("f", cause),
  new StoreFailedError("f", "input/output error", cause),
  new StoreClosedError(),
  new UnknownRunError("r"),
  new AmbiguousRunError("7", ["71", "72"]),
  new RunExistsError("r"),
  new UnknownWorkerError("w"),
  new AttemptNotRunningError({ subject: "s", task: "t", run: 0 }, 1),
  new DuplicateCallError("c"),
  new UnknownCallError("c"),
  new InvalidRecordError("The score", Number.NaN, "a finite number"),
  new MalformedLineError(3, "is not JSON"),
  new TruncatedRunError(3),
  new NewerRunFormatError(2, 1),
];

test.each(errors.map((error) => [error.name, error] as const))(
  "%s says what happened and what to do",
  (name, error) => {
    expect(error).toBeInstanceOf(RecordsError);
    expect(name).toBe(error.constructor.name);
    expect(error.code).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(error.message).toMatch(/^\S.*\. [A-Z].*\.$/);
  },
);

test("a reference in place of an id is told apart", () => {
  const { code, message } = new UnknownRunError("last", true);
  expect(code).toBe("unknown-run");
  expect(message).toMatch(/whole id.*findRun\("last"\)/);
});

test("codes tell all errors apart", () => {
  expect(new Set(errors.map(({ code }) => code)).size).toBe(errors.length);
});

test("the cause is kept", () => {
  expect(new StoreFullError("f", cause).cause).toBe(cause);
});

test("of many candidates some are shown", () => {
  const ids = Array.from({ length: 9 }, (_, i) => `7${i}`);
  const error = new AmbiguousRunError("7", ids);
  expect(error.message).toContain("70, 71, 72, 73, 74 and 4 more");
  expect(error.candidates).toEqual(ids);
});

test("runs are numbered for people from 1", () => {
  const error = new AttemptNotRunningError({ subject: "s", task: "t", run: 0 }, 2);
  expect(error.message).toContain("Attempt 2 of s on t, run 1, is not under way any more.");
});
