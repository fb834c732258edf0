import { existsSync } from "node:fs";
import { createAccount, createModelResolver, createPriceTable } from "@flow-state-dev/core";
import type { CellContext } from "@flow-state-dev/sweep";
import { describe, expect, test } from "vitest";
import { createNoopAgent } from "../../src/agent/noop-agent.ts";
import type { CaseParts } from "../../src/bench/case/case-parts.ts";
import { runCase } from "../../src/bench/case/run-case.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import type { Workspace, WorkspaceBase } from "../../src/workspace/workspace.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { type Bench, openBench } from "./support.ts";

/** Runs a case that passes at once, with parts of its own. */
async function runWith(bench: Bench, own: Partial<CaseParts>, signal = new AbortController().signal) {
  await using workspaces = await openWorkspaces({ method: "copy" });
  const prepared = await workspaces.prepare({ kind: "folder", path: `${bench.path}/work` });
  const cases = [{ id: "case", prompt: "p", expect: ["file:a.txt exists"] }];
  const text = JSON.stringify({ name: "s", cases });
  const {
    cases: [it],
  } = await readSuite({ text, file: `${bench.path}/suite.json` });
  const context = {
    ...{ cell: { subject: "noop", task: "case", run: 0 }, runId: "r", attempt: 1 },
    ...{ account: createAccount({ name: "run" }), signal },
  } as unknown as CellContext;
  const { sandbox } = await chooseSandbox("auto");
  const parts = {
    ...{ it: it!, agent: { name: "noop", agent: createNoopAgent() }, version: "1", model: null },
    ...{ base: prepared, setupMs: 0, sandbox, env: {}, judgeModel: null, onEvent: () => {} },
    ...{ resolver: createModelResolver(), prices: createPriceTable() },
  };
  return await runCase({ ...parts, ...own }, context);
}

test("a case that is called off while what its agent left is frozen leaves no workspace behind", async () => {
  await using bench = await openBench();
  await using workspaces = await openWorkspaces({ method: "copy" });
  const base = await workspaces.prepare({ kind: "folder", path: `${bench.path}/work` });
  const calledOff = new AbortController();
  let frozen: Workspace | undefined;
  const calling: WorkspaceBase = {
    ...base,
    async create() {
      const workspace = await base.create();
      const freeze: Workspace["freeze"] = async (options) => {
        frozen = await workspace.freeze(options);
        calledOff.abort(new Error("called off"));
        return frozen;
      };
      return { ...workspace, freeze };
    },
  };
  const { outcome } = await runWith(bench, { base: calling }, calledOff.signal);
  expect(outcome).toEqual({ kind: "cancelled", reason: "called off" });
  expect(existsSync(frozen!.path)).toBe(false);
});

describe("a folder beside the workspace that cannot be removed", () => {
  const scratch = (path: string) => async () => ({
    path,
    async [Symbol.asyncDispose]() {
      throw new Error("It cannot be removed.");
    },
  });

  test("is told, and takes nothing from what was worked and paid for", async () => {
    await using bench = await openBench();
    const { outcome, evidence } = await runWith(bench, { scratch: scratch(bench.path) });
    expect(outcome.kind).toBe("passed");
    expect(evidence?.warnings).toContain("It cannot be removed.");
  });

  test("does not hide what came before", async () => {
    await using bench = await openBench();
    const create = async () => {
      throw new Error("There is no workspace.");
    };
    const running = runWith(bench, { scratch: scratch(bench.path), base: { create } as never });
    await expect(running).rejects.toThrow("There is no workspace.");
  });
});
