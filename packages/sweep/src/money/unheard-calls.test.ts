import { unheardWarnings } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { UnheardCalls } from "./unheard-calls.ts";

test("says how much more the provider may bill for calls that broke off unheard", () => {
  const unheard = new UnheardCalls();
  unheard.see({ costUsd: 0.25 });
  expect(unheard.warnings()).toEqual([]);
  unheard.see({ costUsd: 0.25, mostUsd: 1.5 });
  expect(unheard.warnings()).toEqual([
    "1 call broke off before anything of its answer came, and is in the books with the prompt alone. The provider may bill up to $1.25 more; a strict budget counts that.",
  ]);
  unheard.see({ costUsd: 0, mostUsd: 0.5 });
  expect(unheard.warnings()).toEqual([
    "2 calls broke off before anything of their answers came, and are in the books with the prompt alone. The provider may bill up to $1.75 more; a strict budget counts that.",
  ]);
});

test("what it says is known again among the warnings of a run", () => {
  const unheard = new UnheardCalls();
  unheard.see({ costUsd: 0.25, mostUsd: 1.5 });
  const said = unheard.warnings();
  expect(unheardWarnings(["1 task changed.", ...said])).toEqual(said);
});
