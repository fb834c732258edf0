import { afterEach, expect, test, vi } from "vitest";
import { examineSuite } from "../../src/doctor/examine-suite.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import { openBench } from "./support.ts";

test("a program that is not there is told before anything runs, with where it was looked for", async () => {
  await using bench = await openBench();
  await expect(bench.run({}, "command:no-such-program --do it")).rejects.toThrow(
    /^The agent agent cannot be started: there is no program no-such-program inside the sandbox \w+, which looks in \/.*\. Nothing was run\.$/,
  );
  await expect(bench.run({}, "acp:no-such-program", { model: "ollama/m" })).rejects.toThrow(
    "there is no program no-such-program",
  );
  for await (const run of bench.store.runs({})) expect(run).toBeUndefined();
});

afterEach(() => void vi.unstubAllEnvs());

test("without git nothing is run or paid for: no case could be graded", async () => {
  await using bench = await openBench();
  bench.put("bin/empty", "");
  await bench.run({}, "command:touch done.txt");
  const suite = await readSuite(`${bench.path}/suite.json`);
  const sandbox = await chooseSandbox("auto");
  vi.stubEnv("PATH", `${bench.path}/bin`);
  const needed = /^git is needed to .*ENOENT.* Install it: .*git.* Nothing was run\.$/;
  await expect(bench.run({}, "command:touch done.txt")).rejects.toThrow(needed);
  await expect(examineSuite({ suite, sandbox, folder: bench.path })).rejects.toThrow(needed);
  const names: string[] = [];
  for await (const { id } of bench.store.runs({})) names.push(id);
  expect(names).toHaveLength(1);
});

test("what the shell knows by itself, and what it may get around, is run", async () => {
  await using bench = await openBench();
  for (const line of ["test 1 = 1 && touch done.txt", "no-such-program || touch done.txt", "touch done.txt"])
    expect(await bench.run({}, `command:${line}`)).toMatchObject({ pass: true });
});

test("a program that only the tests need and that is not there is told before anything is paid for", async () => {
  await using bench = await openBench();
  const notices: string[] = [];
  const it = { expect: ["test:no-such-program --all passes", "test:test -e done.txt passes"] };
  const onNotice = (text: string) => void notices.push(text);
  expect(await bench.run(it, "command:touch done.txt", { onNotice })).toMatchObject({ pass: false });
  expect(notices).toEqual([
    expect.stringMatching(/^no-such-program \(1 case\) is started by tests of the suite and is not inside/),
  ]);
});
