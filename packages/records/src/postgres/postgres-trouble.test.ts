import { inspect } from "node:util";
import { expect, test } from "vitest";
import { UnknownRunError } from "../errors/record-errors.ts";
import { parseAddress } from "./address.ts";
import { isPassing, isStoreTrouble, toStoreError } from "./postgres-trouble.ts";

const address = parseAddress("postgres://me:hunter2@h:5432/d");
const withCode = (code: string, message = "said") => Object.assign(new Error(message), { code });

test.each([
  ["ECONNREFUSED", "store-unreachable"],
  ["57P01", "store-unreachable"],
  ["53300", "store-unreachable"],
  ["08006", "store-unreachable"],
  ["40P01", "store-unreachable"],
  ["28P01", "store-denied"],
  ["28000", "store-denied"],
  ["3D000", "store-missing"],
  ["25006", "store-read-only"],
  ["42501", "store-read-only"],
  ["53100", "store-full"],
  ["42P01", "store-corrupt"],
  ["XX001", "store-corrupt"],
  ["22003", "store-failed"],
])("%s becomes %s, with where it was", (code, ours) => {
  expect(toStoreError(withCode(code), address)).toMatchObject({
    code: ours,
    message: expect.stringContaining("postgres://h:5432/d"),
  });
});

test("the server is waited for when it is out of reach or undid the write, and for nothing else", () => {
  const both = new AggregateError([withCode("ECONNREFUSED"), withCode("ECONNREFUSED")]);
  for (const error of [withCode("ECONNRESET"), withCode("57P03"), withCode("40001"), both])
    expect(isPassing(error)).toBe(true);
  for (const words of ["Connection terminated unexpectedly", "Query read timeout", "timeout expired"])
    expect(isPassing(new Error(words))).toBe(true);
  for (const error of [withCode("28P01"), withCode("23505"), new Error("other"), null])
    expect(isPassing(error)).toBe(false);
});

test("a value that does not fit is the fault of its record, a full disk is that of the store", () => {
  for (const code of ["22003", "23505", "54000"]) expect(isStoreTrouble(withCode(code))).toBe(false);
  for (const code of ["53100", "42501", "57P01", "42883"]) expect(isStoreTrouble(withCode(code))).toBe(true);
  expect(isStoreTrouble(new TypeError("ours"))).toBe(false);
});

test("errors of ours pass, and no password is shown wherever the driver puts it", () => {
  const ours = new UnknownRunError("r");
  expect(toStoreError(ours, address)).toBe(ours);
  const error = Object.assign(withCode("28P01", "no entry for me:hunter2\n at line 1"), {
    client: "hunter2",
  });
  const shown = inspect(toStoreError(error, address), { depth: 9, showHidden: true });
  expect(shown).toContain("no entry for me:[redacted] at line 1");
  expect(shown).not.toContain("hunter2");
});
