import { join } from "node:path";
import { expect, test } from "vitest";
import { examineSuite } from "../../src/doctor/examine-suite.ts";
import { chooseSandbox, type SandboxChoice } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import { type Bench, openBench } from "../bench/support.ts";

/** A project with answers in a folder that is shown for the programs in it, as `/usr` is. */
async function besidePrograms(bench: Bench): Promise<{ folder: string; sandbox: SandboxChoice }> {
  const tools = join(bench.path, "tools");
  bench.put("tools/program", "a program\n");
  bench.put("tools/app/package.json", "{}");
  bench.put("tools/answers/answer.txt", "secret\n");
  const choice = await chooseSandbox("auto");
  const { exec } = choice.sandbox;
  const showing: SandboxChoice["sandbox"]["exec"] = (command, { readable = [], ...options }) =>
    exec(command, { ...options, readable: [...readable, tools] });
  return {
    folder: join(tools, "app"),
    sandbox: { ...choice, sandbox: { ...choice.sandbox, exec: showing } },
  };
}

/** Passes when the programs are seen, and neither the project nor what is hidden elsewhere. */
function looking(bench: Bench) {
  const tools = join(bench.path, "tools");
  const answers = `ls -A ${tools}/answers ${tools}/app`;
  return {
    workspace: null,
    hidden: "tools/answers",
    expect: [`test:cat ${tools}/program && ! ${answers} | grep -v : | grep . && test -e package.json`],
  };
}

test("a project that lies among the programs is not shown with them", async () => {
  await using bench = await openBench();
  const place = await besidePrograms(bench);
  const result = await bench.run(looking(bench), "noop", place);
  expect(result.runs[0]!.expectations).toMatchObject([{ pass: true }]);
});

test("nor to the commands by which a suite is examined", async () => {
  await using bench = await openBench();
  const place = await besidePrograms(bench);
  await bench.run(looking(bench), "noop", place);
  const suite = await readSuite(join(bench.path, "suite.json"));
  const { cases } = await examineSuite({ ...place, suite });
  expect(cases[0]!.untouched[0]!.expectations).toMatchObject([{ pass: true }]);
});
