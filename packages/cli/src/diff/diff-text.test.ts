import { collectScores, compareScores, failed, passed, type ScoredRun } from "@flow-state-dev/records";
import { expect, test } from "vitest";
import { diffText } from "./diff-text.ts";

/** Subjects on seven tasks; `suspect` are those of the first subject that were measured on a starved machine. */
function runOf(id: string, subjects: readonly string[], suspect: readonly number[] = []): ScoredRun {
  const { add, scores } = collectScores();
  const tasks = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`t${at}`, "hash"]));
  for (const [which, subject] of subjects.entries())
    for (const [at, task] of Object.keys(tasks).entries()) {
      const starved = which === 0 && suspect.includes(at);
      const outcome = at % 2 === 0 ? passed(1) : failed(0);
      add({ subject, task, run: 0, outcome, workingMs: 1000, suspect: starved }, 0.1);
    }
  const plan = { kind: "bench", name: "s", subjects: [...subjects], tasks, runs: 1 };
  const models = Object.fromEntries(subjects.map((name) => [name, `${name}-of-${id}`]));
  const manifest = { ...plan, models, conditions: {}, circumstances: {}, simulated: false };
  return { scores, run: { id, manifest, state: "finished", createdAt: "", plannedCells: 14 } };
}

const long = "command:a-long-name-of-an-agent-that-goes-on-and-on-for-more-than-anybody-reads-";

test("names that are alike for long are told apart, in what differs and above each block", () => {
  const [a, b] = [runOf("aaaa-1", [`${long}1`, `${long}2`]), runOf("bbbb-2", [`${long}1`, `${long}2`])];
  const text = diffText(compareScores(a, b));
  const heads = text
    .split("\n\n")
    .slice(1)
    .map((block) => block.split("\n")[0]!);
  expect(heads.map((head) => head.at(-1))).toEqual(["1", "2"]);
  const changed = text.split("\n").filter((line) => line.includes(" → ") && line.includes("-of-"));
  expect(changed).toHaveLength(2);
  for (const line of changed)
    expect(line.split(" → ")[0]!.slice(-8)).not.toBe(line.split(" → ")[1]!.slice(-8));
  const other = diffText(
    compareScores(runOf("aaaa-1", [`${long}1`]), runOf("bbbb-2", [`${long}2`]), {
      subjects: { a: `${long}1`, b: `${long}2` },
    }),
  );
  const [before, after] = other.split(" · ")[0]!.slice("s, ".length).split(" → ");
  expect(before).not.toBe(after?.split(":")[0]);
});

test("nor do runs of two benchmarks look like those of one", () => {
  const [a, b] = ["1", "2"].map((end) => {
    const { run, ...rest } = runOf(`${end}-run`, ["x"]);
    return { ...rest, run: { ...run, manifest: { ...run.manifest, name: `${long}${end}` } } };
  });
  const [head, unlike] = diffText(compareScores(a!, b!)).split("\n");
  expect(head).toMatch(/-reads-1 and .*-reads-2, x/);
  expect(unlike).toMatch(/^! These are runs of two benchmarks, .*-reads-1 and .*-reads-2\.$/);
});

test("a time that is not known is said to be so, with the reason", () => {
  const timed = diffText(compareScores(runOf("aaaa-1", ["x"]), runOf("bbbb-2", ["x"])));
  expect(timed).toMatch(/^time +1\.0 s → 1\.0 s a run, 1\.00 times/m);
  const starved = diffText(compareScores(runOf("aaaa-1", ["x"]), runOf("bbbb-2", ["x"], [3])));
  expect(starved).toMatch(
    /^time +1\.0 s → not known a run; not known where no run of a task can be timed: it broke, or the machine was starved$/m,
  );
});

test("tasks that are siblings are told with their families, which verdicts count", () => {
  const [a, b] = [runOf("aaaa-1", ["x"]), runOf("bbbb-2", ["x"])];
  const tasks = Object.keys(b.run.manifest.tasks).map((id, at) => ({ id, family: `f${at >> 1}` }));
  const manifest = { ...b.run.manifest, circumstances: { benchmark: { tasks } } };
  const text = diffText(compareScores(a, { ...b, run: { ...b.run, manifest } }));
  expect(text).toContain("too few families of tasks to tell: 4 of at least 6");
  expect(text).toMatch(/^compared +on 7 tasks in 4 families$/m);
  expect(diffText(compareScores(a, b))).not.toContain("famil");
});
