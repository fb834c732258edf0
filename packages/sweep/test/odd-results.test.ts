import { createSqliteStore, exportRun, importRun, type Outcome } from "@flow-state-dev/records";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CellResult, type Classify, type RunCell, type SweepEvent, sweep } from "../src/index.ts";
import { all, cellsOf, manifestOf, passed, planOfSize } from "./support/sweeping.ts";

/** A sweep over cells that each give one of these; exported, imported and exported again. */
async function sweepOf(results: readonly (() => unknown)[], classify?: Classify) {
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, results.length);
  const warnings: string[] = [];
  const result = await sweep({
    cells: plan,
    manifest: manifestOf(plan),
    store,
    limits: { maxAttempts: 1 },
    ...(classify && { classify }),
    runCell: (async ({ task }) => results[Number(task.slice(1))]!()) as RunCell,
    onEvent: (event: SweepEvent) => void (event.type === "warning" && warnings.push(event.message)),
  });
  const cells = (await cellsOf(store, result.runId)).sort(
    (a, b) => Number(a.task.slice(1)) - Number(b.task.slice(1)),
  );
  const attempts = [];
  for (const cell of cells) {
    const [attempt] = await store.attempts(result.runId, cell);
    if (attempt?.state === "ended") attempts.push(attempt);
  }
  const artifact = (name: string) => store.artifact(result.runId, cells[0]!, 1, name);
  const lines = await all(exportRun(store, result.runId));
  const other = createSqliteStore(":memory:");
  await importRun(other, lines);
  expect(await all(exportRun(other, result.runId))).toEqual(lines);
  await other.close();
  return { result, attempts, warnings, artifact, store };
}

const error = { name: "E", message: "m" };

describe("a result that is none is no score, and is kept", () => {
  test.each<[string, unknown, Outcome["kind"], string]>([
    ["no outcome", {}, "infrastructure", "An outcome is undefined"],
    ["nothing", undefined, "infrastructure", "An outcome is undefined"],
    ["an unknown kind", { outcome: { kind: "grand" } }, "infrastructure", "The kind of an outcome"],
    ["no error", { outcome: { kind: "errored" } }, "infrastructure", "The error of an outcome is undefined"],
    [
      "a text as error",
      { outcome: { kind: "errored", error: "oops" } },
      "infrastructure",
      "The error of an outcome is of type string",
    ],
    [
      "a number as code",
      { outcome: { kind: "unscored", error: { ...error, code: 5 } } },
      "infrastructure",
      "The code of an outcome's error is 5",
    ],
    [
      "a name that is none",
      { outcome: { kind: "unscored", error: { ...error, name: 5 } } },
      "infrastructure",
      "The name of an outcome's error is 5",
    ],
    ["no time", { outcome: { kind: "timed-out" } }, "infrastructure", "afterMs of the outcome timed-out"],
    [
      "no reason",
      { outcome: { kind: "cancelled" } },
      "infrastructure",
      "The reason of the outcome cancelled",
    ],
    ["no score", { outcome: { kind: "passed" } }, "unscored", "The score of an outcome"],
    ["NaN", { outcome: { kind: "passed", score: Number.NaN } }, "unscored", "is NaN"],
    ["a score of 2", { outcome: { kind: "failed", score: 2 } }, "unscored", "is 2"],
  ])("%s", async (_, given, kind, message) => {
    const { result, attempts } = await sweepOf([() => given]);
    expect(result).toMatchObject({ outcomes: { [kind]: 1 }, coverage: { scored: 0, mean: null } });
    expect(attempts[0]?.outcome).toMatchObject({
      error: { name: "InvalidOutcome", code: "invalid-outcome", message: expect.stringContaining(message) },
    });
  });

  test("one that throws when it is looked at ends its cell, and nothing else", async () => {
    const broken = (member: string) => () =>
      Object.defineProperty({ outcome: { kind: "passed", score: 1 } }, member, {
        get() {
          throw new Error("no");
        },
      });
    const { attempts } = await sweepOf([broken("outcome"), broken("brokenBy"), broken("runSpent")]);
    const unreadable = { message: "What the cell returned or threw cannot be read." };
    expect(attempts.map(({ outcome }) => outcome)).toMatchObject([
      { kind: "infrastructure", error: unreadable },
      { kind: "infrastructure", error: unreadable },
      { kind: "passed" },
    ]);
  });

  test("a thrown error whose name is no text is kept with one that is", async () => {
    const { attempts } = await sweepOf([
      () => {
        throw Object.assign(new Error("broken"), { name: 5 });
      },
    ]);
    expect(attempts[0]?.outcome).toEqual({ kind: "errored", error: { name: "Error", message: "broken" } });
  });
});

describe("what cannot be stored costs no cell its score", () => {
  const loop: Record<string, unknown> = { a: 1 };
  loop.loop = loop;
  const deep = JSON.parse(`{"a":${"[".repeat(3000)}${"]".repeat(3000)}}`);

  test.each<[string, unknown, object, string]>([
    ["a BigInt", { tokens: 5n, kept: 1 }, { tokens: "[not kept: a BigInt (5)]", kept: 1 }, "a BigInt"],
    [
      "a loop",
      loop,
      { a: 1, loop: "[not kept: something that holds itself]" },
      "something that holds itself",
    ],
    ["too deep", deep, { a: expect.anything() }, "something nested deeper than 100 levels"],
    ["no object", ["a"], { evidence: ["a"] }, "evidence that is no object"],
    ["what becomes a text", new Date(0), { evidence: new Date(0).toJSON() }, "evidence that is no object"],
  ])("%s", async (_, evidence, kept, problem) => {
    const { result, attempts, warnings } = await sweepOf([
      () => ({ ...passed(0.5), evidence }),
      () => ({ ...passed(1), evidence }),
    ]);
    expect(result).toMatchObject({ outcomes: { passed: 2 }, coverage: { mean: 0.75 } });
    expect(attempts.map((attempt) => attempt.evidence)).toEqual([kept, kept]);
    expect(warnings).toEqual([
      expect.stringMatching(`^Cells came with ${problem}, the first of them s0 on t[01], run 1\\.`),
    ]);
  });

  test.each([1e300, Number.POSITIVE_INFINITY, -5, Number.NaN])(
    "time that no work took, %s ms of an earlier attempt",
    async (workingMs) => {
      const { result, attempts } = await sweepOf([
        () => ({ ...passed(0.5), takenOver: { workingMs, suspect: false } }),
      ]);
      expect(result).toMatchObject({ outcomes: { passed: 1 }, coverage: { mean: 0.5 } });
      expect(attempts[0]!.workingMs).toBeLessThan(60_000);
    },
  );

  test("artifacts of the same name, and such as are none", async () => {
    const mediaType = "text/plain";
    const { result, warnings, artifact } = await sweepOf([
      () => ({
        ...passed(),
        artifacts: [
          { name: "output", mediaType, content: "first" },
          { name: "output", mediaType, content: "second" },
          { name: "patch", mediaType, content: 5 },
        ],
      }),
    ]);
    expect(result.outcomes.passed).toBe(1);
    expect((await artifact("output"))?.content).toBe("first");
    expect((await artifact("output (2)"))?.content).toBe("second");
    expect((await artifact("patch"))?.content).toContain("[not kept: ");
    expect(warnings).toHaveLength(2);
  });

  test("whatever the store does not take, the outcome stays", async () => {
    const refusing = createSqliteStore(":memory:", {
      redactor: {
        text: (text) => text,
        bytes: (bytes) => bytes,
        json: (value) => {
          if (JSON.stringify(value).includes("poison")) throw new Error("no such thing");
          return value;
        },
      },
    });
    const plan = planOfSize(1, 1);
    const { outcomes, runId } = await sweep({
      cells: plan,
      manifest: manifestOf(plan),
      store: refusing,
      runCell: async () => ({ ...passed(), evidence: { a: "poison" } }),
    });
    expect(outcomes.passed).toBe(1);
    const [attempt] = await refusing.attempts(runId, plan.at(0));
    expect(attempt).toMatchObject({
      evidence: { notKept: expect.stringContaining("Nothing but the outcome could be stored") },
    });
  });
});

describe("a classification of the caller's that is none", () => {
  const fails = () => {
    throw new Error("sandbox");
  };
  test.each<[string, Classify]>([
    ["a score of 7", () => ({ outcome: { kind: "passed", score: 7 }, retry: false })],
    ["no outcome", (() => ({ retry: true })) as never],
    ["nothing", (() => undefined) as never],
    [
      "an error of its own",
      () => {
        throw new Error("classify broke");
      },
    ],
  ])("%s is told, and the error is classified as usual", async (_, classify) => {
    const { attempts, warnings } = await sweepOf([fails], classify);
    expect(attempts[0]).toMatchObject({
      outcome: { kind: "errored", error: { message: "sandbox" } },
      evidence: { classify: expect.stringContaining("The classification of the sweep was no use") },
    });
    expect(warnings[0]).toContain("Cells came with a classification that gives no valid outcome");
  });

  test("waits that are none are none", async () => {
    const outcome = { kind: "infrastructure", error } as const;
    for (const retryAfterMs of [Number.NaN, -5, "soon" as never]) {
      const { result } = await sweepOf([fails], () => ({ outcome, retry: true, retryAfterMs }));
      expect(result.outcomes.infrastructure).toBe(1);
    }
  });
});

test("whatever cells give, it can be exported and imported again", async () => {
  const anything = fc.anything({
    ...{ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true },
    ...{ withSparseArray: true, withUnicodeString: true, maxDepth: 3 },
  });
  const kind = fc.oneof(
    fc.constantFrom("passed", "failed", "errored", "timed-out", "over-budget", "unscored"),
    fc.constantFrom("infrastructure", "cancelled", "grand"),
  );
  const text = fc.string({ unit: "binary", maxLength: 8 });
  const near = fc.record(
    {
      kind,
      score: fc.oneof(fc.double({ min: 0, max: 1 }), anything),
      error: fc.oneof(fc.record({ name: text, message: text, code: text }), anything),
      afterMs: fc.oneof(fc.double(), anything),
      reason: fc.oneof(text, anything),
    },
    { requiredKeys: ["kind"] },
  );
  const artifact = fc.record(
    {
      name: fc.oneof(text, fc.constantFrom("a", "b"), anything),
      mediaType: fc.oneof(fc.constant("text/plain"), anything),
      content: fc.oneof(text, fc.uint8Array({ maxLength: 9 }), anything),
    },
    { requiredKeys: [] },
  );
  const given = fc.oneof(
    { weight: 5, arbitrary: fc.record({ outcome: fc.oneof(near, anything), evidence: anything }) },
    {
      weight: 5,
      arbitrary: fc.record({ outcome: near, evidence: anything, artifacts: fc.array(artifact) }),
    },
    { weight: 1, arbitrary: anything },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(given, fc.boolean()), { minLength: 1, maxLength: 6 }),
      async (cells) => {
        const { result, attempts, store } = await sweepOf(
          cells.map(([value, throws]) => () => {
            if (throws) throw value;
            return value as CellResult;
          }),
        );
        expect(result.untried).toBe(0);
        expect(attempts).toHaveLength(cells.length);
        // A valid score is never lost for what stands beside it.
        cells.forEach(([value, throws], index) => {
          const outcome = (value as CellResult | null)?.outcome as Record<string, unknown> | null | undefined;
          if (throws || outcome?.kind !== "passed" || typeof outcome.score !== "number") return;
          const { kind, score } = outcome;
          if (score >= 0 && score <= 1) expect(attempts[index]?.outcome).toMatchObject({ kind });
          else expect(attempts[index]?.outcome.kind).toBe("unscored");
        });
        await store.close();
      },
    ),
    { numRuns: 150 },
  );
});

test("a pause that nobody waits for ends with its cell, and no error is left that nobody saw", async () => {
  const unseen: unknown[] = [];
  const onUnseen = (reason: unknown) => void unseen.push(reason);
  process.on("unhandledRejection", onUnseen);
  try {
    const plan = planOfSize(1, 3);
    const { outcomes } = await sweep({
      cells: plan,
      manifest: manifestOf(plan),
      store: createSqliteStore(":memory:"),
      signal: AbortSignal.timeout(50),
      runCell: async ({ task }, { pause, signal }) => {
        pause(60_000);
        if (task === "t0") throw new Error("broken");
        if (task === "t1") await new Promise((_, reject) => signal.addEventListener("abort", reject));
        return passed();
      },
    });
    expect(outcomes).toMatchObject({ passed: 1, errored: 1, cancelled: 1 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(unseen).toEqual([]);
  } finally {
    process.off("unhandledRejection", onUnseen);
  }
});
