import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { SuiteResults } from "@flow-state-dev/suites";
import { describe, expect, test } from "vitest";
import { benchFolder, put, suiteText, touch } from "./bench-folder.ts";
import { runX } from "./run-x.ts";

describe("what is chosen", () => {
  test("--case by glob, --tag, --runs with reliability, --fail-under", async () => {
    await using folder = await benchFolder([
      { id: "read-a", tags: ["quick"] },
      { id: "read-b", tags: ["quick", "odd"] },
      { id: "write" },
    ]);
    const names = async (...args: string[]) => {
      const { results } = await folder.bench(["--agent", touch, ...args]);
      return results.cases.map(({ id }) => id);
    };
    expect(await names("--case", "read-*", "--tag", "odd")).toEqual(["read-b"]);
    expect(await names("--case", "write", "--case", "read-a")).toEqual(["read-a", "write"]);
    const none = await runX(["bench", "suite.json", "--agent", touch, "--tag", "nothing"], {
      cwd: folder.path,
    });
    expect(none).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "No case of small is chosen. There are: read-a, read-b, write. Tags: quick, odd.\n",
    });
    for (const [flags, told] of [
      [
        ["--case", "read-c"],
        "No case of small is chosen. Did you mean read-a? There are: read-a, read-b, write.\n",
      ],
      [
        ["--case", "write", "--case", "reed-b"],
        "No case is called reed-b. Did you mean read-b? There are: read-a, read-b, write. Nothing was run.\n",
      ],
      [
        ["--tag", "odd", "--tag", "qick"],
        "No case has the tag qick. Did you mean quick? Tags: quick, odd. Nothing was run.\n",
      ],
    ] as const)
      expect(
        await runX(["bench", "suite.json", "--agent", touch, ...flags], { cwd: folder.path }),
      ).toMatchObject({ code: 2, stdout: "", stderr: told });
    const half = await folder.bench([
      "--agent",
      touch,
      "--agent",
      "noop",
      "--runs",
      "2",
      "--concurrent",
      "4",
    ]);
    expect(half.code).toBe(1);
    expect(half.results).toMatchObject({ passed: 3, failed: 3, total: 6, passHatK: { k: 2, value: 0.5 } });
    expect(half.results.byAgent.map(({ agent, passed }) => [agent, passed])).toEqual([
      [touch, 3],
      ["noop", 0],
    ]);
    expect(half.stdout).toContain("✓ read-a #2 command:touch done.txt");
    expect(half.stdout).not.toContain("runs of a case pass");
    const two = ["--case", "write", "--agent", touch, "--agent", "noop", "--fail-under"];
    const enough = await folder.bench([...two, "0.5"]);
    expect(enough.code).toBe(0);
    expect(enough.stderr).toContain("✓ 1 of 2 cases passed (50 %); at least 50 % is asked for");
    const short = await folder.bench([...two, "0.51"]);
    expect(short.code).toBe(1);
    expect(short.stderr).toContain("✗ 1 of 2 cases passed (50 %); at least 51 % is asked for");
  });

  test("a suite that is given twice is run once, and two of one name are refused", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "other.json", suiteText([{ id: "b" }, { id: "c" }]));
    const twice = await folder.bench(["./suite.json", "--agent", touch]);
    expect(twice).toMatchObject({ code: 0, results: { total: 1 } });
    expect(twice.stdout.match(/1 of 1 passed/g)).toHaveLength(1);
    expect(twice.stderr).toContain(
      "warning: ./suite.json is given more than once and is run once; --runs says how often each case runs.\n",
    );
    const one = ["bench", "suite.json", "other.json", "--agent", touch];
    for (const args of [one, [...one, "--plan"]])
      expect(await runX(args, { cwd: folder.path })).toMatchObject({
        ...{ code: 2, stdout: "" },
        stderr:
          'suite.json and other.json are both called "small", and runs and results are found by that name: give one of them another "name". Nothing was run.\n',
      });
    const chosen = await runX([...one, "--case", "b"], { cwd: folder.path });
    expect(chosen).toMatchObject({ code: 0, stderr: "" });
  });

  test("cases that are siblings are told in families, in the run, later, and beside a run before they were", async () => {
    const ids = ["a1", "a2", "b1", "b2", "c", "d", "e"];
    await using folder = await benchFolder(ids.map((id) => ({ id })));
    const args = ["--agent", touch, "--agent", "noop"];
    const alone = await folder.bench(args);
    expect(alone.results).not.toHaveProperty("families");
    const family = (id: string) => (id.length === 2 ? { family: id[0] } : {});
    put(folder.path, "suite.json", suiteText(ids.map((id) => ({ id, ...family(id) }))));
    const { results, stdout, stderr } = await folder.bench(args);
    expect(`${stderr}${stdout}`).toContain("small · 7 cases in 5 families");
    expect(results).toMatchObject({ families: 5, total: 14 });
    expect(results.comparisons[0]).toMatchObject({ tasks: 7, families: 5, verdict: "too-few-tasks" });
    expect(alone.results.comparisons[0]!.verdict).not.toBe("too-few-tasks");
    expect(stdout).toContain("too few families of cases to tell; ");
    const shown = await runX(["show", "last"], { cwd: folder.path });
    expect(shown.stdout).toContain("too few families of cases to tell; ");
    // Each case once, as in the run, however many agents work on it.
    expect(shown.stdout).toContain("small · 7 cases in 5 families · ");
    const twice = await folder.bench([...args, "--runs", "2", "--case", "a*", "--case", "c"]);
    const head = "small · 3 cases in 2 families × 2 runs · ";
    expect(`${twice.stderr}${twice.stdout}`).toContain(head);
    expect((await runX(["show", "last"], { cwd: folder.path })).stdout).toContain(head);
    const compared = await runX(["diff", "last~2", "last~1"], { cwd: folder.path });
    expect(compared.stdout).toContain("on 7 tasks in 5 families");
    expect(compared.stdout).not.toContain("left out");
  });

  test("each case is worked on by the agent that it names", async () => {
    await using folder = await benchFolder([{ id: "own", agent: "noop" }, { id: "suite" }], { agent: touch });
    const { results, stdout } = await folder.bench([]);
    expect(results.cases.map(({ id, agent, pass }) => [id, agent, pass])).toEqual([
      ["own", "noop", false],
      ["suite", touch, true],
    ]);
    expect(results.total).toBe(2);
    expect(stdout).toContain(`noop, ${touch}`);
  });

  test("--keep keeps the workspaces of cases that did not pass, and no agent sees them or earlier results", async () => {
    await using folder = await benchFolder([{ id: "a", expect: ["file:left.txt contains 'yes'"] }], {
      workspace: undefined,
    });
    put(folder.path, "package.json", "{}");
    const { results } = await folder.bench(["--agent", "command:ls -A > left.txt", "--keep", "kept"]);
    expect(results.cases[0]!.runs[0]!.kept).toMatch(/kept\/a-command-ls--A-left.txt-1$/);
    const kept = folder.file("kept/a-command-ls--A-left.txt-1/left.txt");
    expect(readFileSync(kept, "utf8")).toBe("left.txt\npackage.json\nwork\n");
    await folder.bench(["--agent", "command:ls -A > left.txt", "--keep", "kept"]);
    const second = folder.file("kept/a-command-ls--A-left.txt-1.2/left.txt");
    expect(readFileSync(second, "utf8")).toBe("left.txt\npackage.json\nwork\n");
    const passed = await folder.bench(["--agent", "command:echo yes > left.txt", "--keep", "kept"]);
    expect(passed.code).toBe(0);
    expect(readdirSync(folder.file("kept")).filter((name) => !name.startsWith("."))).toHaveLength(2);
  });

  test("--sandbox is said, with what it does not hold commands to; one that is not there is an error", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    const { stdout, results, code } = await folder.bench(["--agent", touch, "--sandbox", "host"]);
    expect(code).toBe(0);
    expect(stdout).toContain("sandbox host");
    expect(stdout).toContain("Commands run on this machine without a sandbox");
    expect(results.sandbox).toMatchObject({ name: "host", notice: expect.stringContaining("without") });
    const bad = await runX(["bench", "suite.json", "--agent", touch, "--sandbox", "chroot"], {
      cwd: folder.path,
    });
    expect(bad.code).toBe(2);
  });
});

test("--plan: cells, agents, where they work and what it may cost at most; nothing is run or made", async () => {
  await using folder = await benchFolder([{ id: "one" }, { id: "two", runs: 2, budget: 0.5, timeout: 60 }]);
  const args = [
    "--plan",
    "--agent",
    touch,
    "--agent",
    "noop",
    "--model",
    "gpt-5.4-mini",
    "--concurrent",
    "2",
  ];
  const { code, stdout, stderr, results } = await folder.bench(args);
  expect({ code, stderr, results }).toEqual({ code: 0, stderr: "", results: null });
  const [head, , columns, one, two, , takes, cost, untold, ...rest] = stdout.split("\n");
  expect(head).toMatch(
    /^small · 2 cases × 1–2 runs · command:touch done\.txt, noop · sandbox \w+ · at most \$2\.00$/,
  );
  expect(columns).toMatch(/^case +runs +agent +\$\/run ≤ +time\/run ≤ +works on$/);
  expect(one).toMatch(/^one +2 +command:touch done\.txt on gpt-5\.4-mini, noop +\$1\.00 +20 s +work$/);
  expect(two).toMatch(/^two +4 +command:touch done\.txt on gpt-5\.4-mini, noop +\$0\.50 +(60 s|1 m) +work$/);
  expect(takes).toBe(
    "6 runs, 2 at once, on this machine · agents take at most 3 m 20 s, set-up and grading come on top",
  );
  expect(cost).toBe(
    "What it is likely to cost is not known: these cases have no earlier run here that spent real money.",
  );
  expect(untold).toBe(
    "What command:touch done.txt may spend past the gateway is known only as far as it tells.",
  );
  expect(rest).toEqual(["Nothing was run or spent.", ""]);
  expect(readdirSync(folder.path).sort()).toEqual(["suite.json", "work"]);

  const spending = `${touch}; echo '{"cost":0.25}' > "$X_USAGE"`;
  await folder.bench(["--agent", spending, "--case", "two"]);
  const again = await folder.bench(["--plan", "--agent", spending]);
  expect(again.stdout).toContain(
    "About $0.50 for 1 of 2 cases, from 2 earlier runs, whichever agent and model",
  );
  const costOf = async (...agents: string[]) => {
    const named = agents.flatMap((agent) => ["--agent", agent]);
    const { stdout: text } = await runX(["bench", "suite.json", "--plan", ...named], {
      cwd: folder.path,
      env: { OPENAI_API_KEY: "key-for-a-test" },
    });
    return text.split("\n").slice(7, -2);
  };
  // What earlier runs cost says nothing of those that call no model, or one that only plays.
  expect(await costOf("noop", "oracle")).toEqual(["Costs nothing: no model is called."]);
  expect(await costOf("x@sim/strong", "noop")).toEqual([
    "What simulated models cost is play money: no real money is spent.",
  ]);
  expect(await costOf("x@sim/strong", "x@gpt-5.4-mini")).toEqual([
    "About $0.50 for 1 of 2 cases, from 2 earlier runs, whichever agent and model",
    "What simulated models cost is play money, and is not in that.",
  ]);
});

describe("several suites and mistakes", () => {
  test("several suites at once: one after the other, a list of results", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "second.json", suiteText([{ id: "b" }], { name: "second" }));
    const args = ["bench", "suite.json", "second.json", "--agent", touch, "--output", "deep/out.json"];
    const { code, stdout } = await runX(args, { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^small · 1 case .*second · 1 case /s);
    const results = JSON.parse(readFileSync(folder.file("deep/out.json"), "utf8")) as SuiteResults[];
    expect(results.map(({ suite }) => suite)).toEqual(["small", "second"]);
    const chosen = await runX([...args, "--case", "b"], { cwd: folder.path });
    expect(chosen.stdout).toMatch(/^second · 1 case /);
    expect(chosen.code).toBe(0);
  });

  test("what is offered to look at a case finds it: by the id of its run where another run is the last", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "second.json", suiteText([{ id: "b" }], { name: "second" }));
    const bench = async (...words: string[]) => {
      const { stdout } = await runX(["bench", ...words, "--agent", "noop"], { cwd: folder.path });
      const hints = [...stdout.matchAll(/^ +x (show .*)$/gm)].map(([, hint]) => hint!);
      for (const hint of hints)
        expect(await runX(hint.split(" "), { cwd: folder.path })).toMatchObject({ code: 0, stderr: "" });
      return hints;
    };
    const [first, second] = await bench("suite.json", "second.json");
    expect(first).toMatch(/^show (?!last)\w+ a$/);
    expect(second).toBe("show last b");
    put(folder.path, "suite.json", suiteText([{ id: "a", prompt: "Do it again." }]));
    // What has changed runs again in the run that it was in, which is not the last.
    expect(await bench("suite.json", "--resume")).toEqual([first]);
  });

  test("bad suites: every mistake of all of them in its place, exit code 2, and nothing is run", async () => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "hold.json", suiteText([{ id: "rename", expect: ["files:src/a.ts exists"] }]));
    put(folder.path, "other.json", '{"name": "other", "cases": []}');
    const { code, stdout, stderr } = await runX(
      ["bench", "suite.json", "hold.json", "other.json", "--agent", touch],
      { cwd: folder.path },
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(
      /^hold\.json:1:\d+ {2}case "rename", expectation 1: unknown expectation "files:src\/a\.ts exists"\n +did you mean "file:src\/a\.ts exists"\?\nother\.json:1:\d+ {2}.*\n.*2 problems\. Nothing was run\.\n$/s,
    );
    expect(existsSync(folder.file(".x"))).toBe(false);
  });

  test.each([
    ["a suite that is not there", ["sweet.json"], "did you mean suite.json?"],
    ["one that nothing is near to", ["nope.json"], "name a suite from this folder, or begin one with x init"],
    ["an unknown agent", ["suite.json", "--agent", "orakle"], "oracle"],
    ["an agent named twice", ["suite.json", "--agent", "noop", "--agent", " noop "], "noop is named twice"],
    [
      "a run to repeat that is not there",
      ["suite.json", "--agent", "replay:last"],
      "no run last of small to repeat",
    ],
    ["no model", ["suite.json", "--agent", "x"], "needs a model for the case a: name one with --model"],
    ["half a number", ["suite.json", "--concurrent", "2x"], '"2x" is not a whole number from 1'],
    ["a share above 1", ["suite.json", "--fail-under", "1.5"], '"1.5" is not a share from 0 to 1'],
    ["a budget below nothing", ["suite.json", "--budget=-1"], "is not an amount of dollars from 0"],
    ["an unknown flag", ["suite.json", "--concurent", "2"], "--concurrent"],
    ["no suite", [], "suite.json"],
    [
      "an output that is a folder",
      ["suite.json", "--agent", "noop", "--output", "work"],
      "there is a folder of that name",
    ],
    ["a case by a broken glob", ["suite.json", "--agent", "noop", "--case", "../a"], "--case ../a"],
  ])("%s: exit code 2, one sentence, nothing run", async (_what, args, sentence) => {
    await using folder = await benchFolder([{ id: "a" }]);
    put(folder.path, "biome.json", "{}");
    const { code, stdout, stderr } = await runX(["bench", ...args], { cwd: folder.path });
    expect(stderr).toContain(sentence);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(folder.file(".x"))).toBe(false);
  });
});
