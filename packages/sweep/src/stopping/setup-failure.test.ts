import type { Outcome } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { providersOf, setupFailureOf } from "./setup-failure.ts";

const broken: Outcome = { kind: "infrastructure", error: { name: "Error", message: "Who are you?" } };
const verdict = (
  setupProblem: string | undefined,
  more: { keyRefuser?: string; outcome?: Outcome } = {},
) => ({
  ...{ outcome: broken, setupProblem, keyRefuser: undefined },
  ...more,
});
const cell = { subject: "one" };

test("a cell that did not fail for the setup says nothing of it", () => {
  expect(setupFailureOf(cell, verdict(undefined))).toBeUndefined();
});

test("a problem of all is nobody's alone", () => {
  expect(setupFailureOf({ ...cell, provider: "acme" }, verdict("missing-package"))).toEqual({
    ...{ problem: "missing-package", message: "Who are you?", provider: undefined, subject: undefined },
  });
});

test.each([
  ["the provider that refused it", ["acme", "judge"], "judge", "judge"],
  ["the only one there is", "acme", undefined, "acme"],
  ["nobody's where there are several", ["acme", "judge"], undefined, undefined],
  ["nobody's where none is named", undefined, undefined, undefined],
])("a refused key is that of %s", (_, provider, keyRefuser, whose) => {
  const from = { ...cell, ...(provider && { provider }) };
  const failure = setupFailureOf(from, verdict("refused-key", keyRefuser ? { keyRefuser } : {}));
  expect(failure).toMatchObject({ provider: whose, subject: undefined });
});

test("a program that is missing is the problem of its subject", () => {
  expect(setupFailureOf(cell, verdict("agent-missing"))).toMatchObject({ subject: "one" });
});

test("an outcome without an error is told by its problem", () => {
  const outcome: Outcome = { kind: "cancelled", reason: "stopped" };
  expect(setupFailureOf(cell, verdict("missing-key", { outcome }))).toMatchObject({ message: "missing-key" });
});

test("the providers of a cell are a list, whatever it names", () => {
  expect([providersOf({}), providersOf({ provider: "a" }), providersOf({ provider: ["a", "b"] })]).toEqual([
    [],
    ["a"],
    ["a", "b"],
  ]);
});
