import { existsSync } from "node:fs";
import { createAccount, createModelResolver, createPriceTable } from "@flow-state-dev/core";
import type { CellContext } from "@flow-state-dev/sweep";
import { expect, test } from "vitest";
import { createNoopAgent } from "../../src/agent/noop-agent.ts";
import { runCase } from "../../src/bench/run-case.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import type { Workspace, WorkspaceBase } from "../../src/workspace/workspace.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { openBench } from "./support.ts";

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
  const cases = [{ id: "case", prompt: "p", expect: ["file:a.txt exists"] }];
  const text = JSON.stringify({ name: "s", cases });
  const {
    cases: [it],
  } = await readSuite({ text, file: `${bench.path}/suite.json` });
  const context = {
    ...{ cell: { subject: "noop", task: "case", run: 0 }, runId: "r", attempt: 1 },
    ...{ account: createAccount({ name: "run" }), signal: calledOff.signal },
  } as unknown as CellContext;
  const { sandbox } = await chooseSandbox("auto");
  const going = runCase(
    {
      ...{ it: it!, agent: { name: "noop", agent: createNoopAgent() }, version: "1", model: null },
      ...{ base: calling, setupMs: 0, sandbox, env: {}, judgeModel: null, onEvent: () => {} },
      ...{ resolver: createModelResolver(), prices: createPriceTable() },
    },
    context,
  );
  expect((await going).outcome).toEqual({ kind: "cancelled", reason: "called off" });
  expect(existsSync(frozen!.path)).toBe(false);
});
