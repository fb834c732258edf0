import { expect, test } from "vitest";
import { startRawServer } from "../../suites/test/gateway/support/raw-server.ts";
import { benchFolder, put, suiteText, touch } from "./bench-folder.ts";
import { runX } from "./run-x.ts";

const findings = [{ criterion: "c1", evidence: "seen", verdict: "met" }];

/** A judge that finds all of it met, for $1.80 a call; counts its calls. */
async function dearJudge() {
  let calls = 0;
  const message = { role: "assistant", content: JSON.stringify({ findings }) };
  const answer = {
    ...{ id: "1", object: "chat.completion", created: 1, model: "judge" },
    choices: [{ index: 0, finish_reason: "stop", message }],
    usage: { prompt_tokens: 1000, completion_tokens: 800, total_tokens: 1800 },
  };
  const server = await startRawServer((request, response) => {
    const isCall = request.url!.endsWith("/chat/completions");
    if (isCall) calls += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isCall ? answer : { object: "list", data: [{ id: "judge" }] }));
  });
  return {
    env: { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, X_PRICES: "prices.json" },
    calls: () => calls,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function judgedFolder(ids: readonly string[], criteria: readonly string[] = ["judge:It is done."]) {
  const cases = ids.map((id) => ({ id, expect: ["file:done.txt exists", ...criteria] }));
  const folder = await benchFolder(cases);
  put(
    folder.path,
    "prices.json",
    '{ "models": { "openai-compatible/judge": { "input": 1000, "output": 1000 } } }',
  );
  return folder;
}

const judged = ["--sandbox", "host", "--judge-model", "openai-compatible/judge"];

test("what the judge takes is on top of what the first line names, and the last line says how much it was", async () => {
  await using judge = await dearJudge();
  const { env } = judge;
  await using folder = await judgedFolder(["a", "b"]);
  const run = (agent: string, ...args: string[]) =>
    folder.bench(["--agent", agent, ...judged, ...args], { env });
  const ran = await run(`command:echo '{"cost":0}' > "$X_USAGE"; touch done.txt`);
  expect(ran.stdout).toMatch(/^small · .* · at most \$2\.00, and what the judge takes\n/);
  expect(ran.stdout).toMatch(/\n2 of 2 passed .* · \$3\.60 \(\$3\.60 of it for the judge\) · /);
  expect(ran.code).toBe(0);
  const { stdout: plan } = await run(touch, "--plan");
  expect(plan).toMatch(/^small · .* · at most \$2\.00, and what the judge takes\n/);
  expect(plan).toContain("What the judge takes comes on top of $/run.\nAbout $3.60, from 2 earlier runs");
  expect((await run("noop", "--plan")).stdout).toMatch(/^small · .* · costs what the judge takes\n/);
  expect((await run(touch, "--plan", "--budget", "3")).stdout).toMatch(/^small · .* · at most \$3\.00\n/);
});

test("a budget of the run holds for the judge: a call that passes it is the last, and that is told", async () => {
  await using judge = await dearJudge();
  const { env } = judge;
  await using one = await judgedFolder(["a"]);
  const args = ["--agent", touch, ...judged, "--budget", "1"];
  const all = await one.bench(args, { env });
  expect(all.stderr).toContain(
    "All runs are there, but $1.80 was spent, more than --budget allows ($1.00). What a call costs is known only when it has ended, so that the last ones may pass it; with --strict none does.\n",
  );
  expect([all.code, judge.calls()]).toEqual([0, 1]);

  await using two = await judgedFolder(["a", "b"]);
  const cut = await two.bench(args, { env });
  expect(cut.stderr).toContain("Stopped at the budget: $1.80 of $1.00 after 1 of 2 runs.");
  expect([cut.code, judge.calls()]).toEqual([3, 2]);

  await using twice = await judgedFolder(["a"], ["judge:It is done.", "judge:It is done well."]);
  const midst = await twice.bench(args, { env });
  expect(midst.stderr).toContain("Stopped at the budget: $1.80 of $1.00 after 0 of 1 runs.");
  expect([midst.code, judge.calls()]).toEqual([3, 3]);

  const strict = await one.bench([...args, "--strict"], { env });
  expect(strict.stderr).toContain("Stopped at the budget: $0.00 of $1.00 after 0 of 1 runs.");
  expect([strict.code, judge.calls()]).toEqual([3, 3]);
});

test("a model that judges its own work is told of before anything is spent, once, and in the results", async () => {
  await using judge = await dearJudge();
  const { env } = judge;
  await using folder = await judgedFolder(["a"]);
  put(folder.path, "suite.json", suiteText([{ id: "a", expect: ["judge:It is done."], budget: 5 }]));
  const own = ["--agent", "x", "--model", "openai-compatible/judge", "--sandbox", "host"];
  const warning =
    "Self-preference: openai-compatible/judge judges its own work, which tends to raise scores. Name a judge of another family: judgeModel, or --judge-model on the command line.";
  const plan = await folder.bench([...own, "--plan"], { env });
  expect(plan.stderr).toBe(`warning: ${warning}\n`);
  const ran = await folder.bench(own, { env });
  expect(ran.stderr.split(`warning: ${warning}\n`)).toHaveLength(2);
  expect(ran.results.warnings).toEqual([warning]);
  const shown = await runX(["export", "last", "--format", "json"], { cwd: folder.path });
  expect(JSON.parse(shown.stdout)).toMatchObject({ run: { warnings: [warning] } });
});
