import { expect, test } from "vitest";
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

test("what the shell knows by itself, and what it may get around, is run", async () => {
  await using bench = await openBench();
  for (const line of ["test 1 = 1 && touch done.txt", "no-such-program || touch done.txt", "touch done.txt"])
    expect(await bench.run({}, `command:${line}`)).toMatchObject({ pass: true });
});
