import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createCommandAgent } from "../../src/agent/command-agent.ts";
import { openSandboxShell, SandboxFailedError } from "../../src/agent/sandbox-shell.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { createXAgent } from "../../src/x-agent/x-agent.ts";
import { makeJob } from "./support/make-job.ts";
import { stubModel } from "./support/stub-model.ts";

async function sandboxed(made: Awaited<ReturnType<typeof makeJob>>) {
  const { sandbox } = await chooseSandbox("auto");
  const shell = await openSandboxShell({
    sandbox,
    workspace: { path: made.workspace },
    scratch: made.scratch,
    network: { kind: "none" },
  });
  return { ...made.job, shell };
}

test("the built-in agent works in the strongest sandbox there is", async () => {
  const model = stubModel([
    {
      calls: [
        ["write", { path: "src/a.txt", content: "one\n" }],
        ["shell", { command: "pwd; cat a.txt; echo two >> a.txt", cwd: "src" }],
      ],
    },
    {
      calls: [
        ["shell", { command: "sleep 999 & seq 1 40000" }],
        ["edit", { path: "src/a.txt", old: "two", new: "TWO" }],
      ],
    },
    { calls: [["shell", { command: "sleep 999", timeout: 1 }]] },
    { text: "Done." },
  ]);
  await using made = await makeJob({}, { languageModel: model });
  const job = await sandboxed(made);
  expect(await createXAgent().run(job)).toMatchObject({ ended: "done", turns: 4 });
  expect(await readFile(join(made.workspace, "src/a.txt"), "utf8")).toBe("one\nTWO\n");
  const told = made.events.flatMap((event) => (event.type === "tool-result" ? [event.text] : []));
  expect(told[1]).toBe(`${job.shell.workspace}/src\none\n[exit code 0]`);
  const spilled = /all of it is in (\S+) …/.exec(told[2]!)![1]!;
  expect(await readFile(spilled, "utf8")).toMatch(/^1\n2\n.*\n40000\n$/s);
  expect(told[4]).toMatch(/stopped after 1 s/);
});

test("an agent that closes its workspace can go on in it, and is not taken for a sandbox that fails", async () => {
  const model = stubModel([
    { calls: [["shell", { command: "chmod 000 ." }]] },
    { calls: [["shell", { command: "pwd; echo yes > again.txt; mkdir shut; chmod 000 shut" }]] },
    { calls: [["shell", { command: "pwd", cwd: "shut" }]] },
    { text: "Done." },
  ]);
  await using made = await makeJob({}, { languageModel: model });
  const job = await sandboxed(made);
  expect(await createXAgent().run(job)).toMatchObject({ ended: "done" });
  expect(await readFile(join(made.workspace, "again.txt"), "utf8")).toBe("yes\n");
  const told = made.events.flatMap((event) => (event.type === "tool-result" ? [event.text] : []));
  expect(told.at(-1)).toContain("shut: Permission denied");
});

test("so does a program, with its prompt and its usage", async () => {
  await using made = await makeJob({});
  const job = await sandboxed(made);
  const line = `cat > got.txt; test "$X_PROMPT" = "$(cat got.txt)" && echo '{"cost":0.5}' > "$X_USAGE"`;
  expect(await createCommandAgent(line).run(job)).toMatchObject({ ended: "done", costUsd: 0.5 });
  expect(await readFile(join(made.workspace, "got.txt"), "utf8")).toBe("Do the work.");
});

test("a sandbox that cannot run anything says so at once", async () => {
  await using made = await makeJob({});
  const { sandbox } = await chooseSandbox("auto");
  const opening = openSandboxShell({
    sandbox,
    workspace: { path: join(made.workspace, "missing") },
    scratch: made.scratch,
    network: { kind: "none" },
  });
  await expect(opening).rejects.toThrow(SandboxFailedError);
});
