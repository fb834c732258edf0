import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AgentCli } from "../../src/adapters/agent-cli.ts";
import { claudeCode } from "../../src/adapters/claude-code/claude-code.ts";
import { createCliAgent } from "../../src/adapters/create-cli-agent.ts";
import { pi } from "../../src/adapters/pi/pi.ts";
import { openSandboxShell } from "../../src/agent/sandbox-shell.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { hostShell } from "../agent/support/host-shell.ts";
import { makeJob } from "../agent/support/make-job.ts";
import { type FakeCliPlan, fakeCli, type SeenByFake } from "./support/fake-cli.ts";
import { sample } from "./support/read-sample.ts";

const url = "http://127.0.0.1:9/t-4f2a";

describe.each(["auto", "host"] as const)("in the sandbox %s", (choice) => {
  async function run(cli: AgentCli, plan: FakeCliPlan, graceMs: number) {
    const { sandbox } = await chooseSandbox(choice);
    await using fake = await fakeCli(cli.program!, plan);
    await using made = await makeJob({}, { limits: { budgetUsd: 1, timeoutMs: 2_500 } });
    const agent = createCliAgent(cli, {
      access: {
        urls: { "anthropic-messages": url, "openai-chat": url },
        ...{ key: "dummy-key", model: "some-model", price: null },
      },
      ...{ find: { program: fake.path }, graceMs },
    });
    const shell = await openSandboxShell({
      ...{ sandbox, workspace: { path: made.workspace }, scratch: made.scratch },
      network: { kind: "none" },
      readable: (await agent.installation())!.readable,
    });
    const report = await agent.run({ ...made.job, shell });
    const seen = JSON.parse(await readFile(join(made.workspace, "seen.json"), "utf8")) as SeenByFake;
    return { report, seen, scratch: made.scratch, sandbox };
  }

  test("an agent has its own home, is asked to end, and tells what it spent", async () => {
    const lines = String(await sample("claude-code/sigint")).split("\n");
    const result = lines.findIndex((line) => line.includes('"type":"result"'));
    const { report, seen, scratch, sandbox } = await run(
      claudeCode,
      {
        output: Buffer.from(`${lines.slice(0, result).join("\n")}\n`),
        stay: { signal: "SIGINT", output: Buffer.from(`${lines[result]}\n`), exitCode: 0 },
      },
      10_000,
    );
    expect(report).toMatchObject({ ended: "timed-out", costUsd: 0.004725, exitCode: 0 });
    expect(seen.env.HOME!.startsWith(`${scratch}/home-`)).toBe(true);
    const isRoot = !sandbox.enforces.files && process.getuid?.() === 0;
    expect(seen.argv.includes("bypassPermissions")).toBe(!isRoot);
    expect(seen.argv.includes("--allowedTools")).toBe(isRoot);
  });

  test("one that does not listen is killed", async () => {
    const { report } = await run(pi, { output: await sample("pi/ok"), deaf: true }, 300);
    expect(report).toMatchObject({ ended: "timed-out", exitCode: null, turns: 2 });
  });
});

test("agents start in temporary folders with blanks and quotes in their names", async () => {
  const odd = await mkdtemp(join(tmpdir(), "it's a $HOME "));
  try {
    await using fake = await fakeCli("pi", { output: await sample("pi/ok") });
    await using made = await makeJob({});
    const agent = createCliAgent(pi, {
      access: { urls: { "openai-chat": url }, key: "k", model: "it's", price: null },
      find: { program: fake.path },
    });
    const report = await agent.run({ ...made.job, shell: hostShell(made.workspace, odd) });
    expect(report.ended).toBe("done");
  } finally {
    await rm(odd, { recursive: true });
  }
});
