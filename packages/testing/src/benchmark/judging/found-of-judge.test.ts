import type { RunManifest } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { foundOfJudge, readFoundOfJudge, readJudge } from "./found-of-judge.ts";

const kept = (circumstances: object) => readFoundOfJudge({ circumstances } as RunManifest);

test("what was found of a judge is read as it was kept", () => {
  const canaries = { judged: 4, passed: ["empty"] };
  const circumstances = foundOfJudge({ canaries, golden: null });
  expect(kept(circumstances)).toEqual({ canaries, golden: null });
  expect(foundOfJudge({ canaries: null, golden: null })).toEqual({});
});

test.each([
  [{}],
  [{ judgeFound: null }],
  [{ judgeFound: "yes" }],
  [{ judgeFound: { canaries: { judged: "all" }, golden: [] } }],
])("of what says nothing, or anything, nothing is read: %j", (circumstances) => {
  expect(kept(circumstances)).toEqual({ canaries: null, golden: null });
});

test("the judge is read with all its models; without any where there was none", () => {
  const read = (models: object, conditions: object) => readJudge({ models, conditions } as RunManifest);
  expect(read({ judge: "a/one, b/two" }, { judge: { repeats: 3, fingerprint: "f" } })).toEqual({
    ...{ models: ["a/one", "b/two"], repeats: 3, fingerprint: "f" },
  });
  expect(read({}, {})).toEqual({ models: [], repeats: 1, fingerprint: "" });
});
