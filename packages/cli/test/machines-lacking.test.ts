import type { ChildProcess } from "node:child_process";
import { copyFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CompleteReport } from "@flow-state-dev/testing";
import { expect, test, vi } from "vitest";
import { startWireServer } from "../../core/test/wire/start-wire-server.ts";
import { usePostgres } from "../../records/test/postgres/support/use-postgres.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

const server = usePostgres();

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const paid = fileURLToPath(new URL("fixtures/compare/paid.ts", import.meta.url));

test("cells that a worker could not run for its key are run by one whose key is accepted", async () => {
  await using open = new AsyncDisposableStack();
  const url = server.newUrl();
  const oldKey = "sk-ant-of-another-day";
  const wire = open.use(
    await startWireServer({
      reply: ({ headers }) =>
        headers["x-api-key"] === oldKey
          ? { type: "refusal", status: 401, message: "invalid x-api-key" }
          : { type: "answer", text: ["One."], usage: { input: 10, output: 5 } },
    }),
  );
  const project = open.use(await tempFolder()).path;
  symlinkSync(modules, join(project, "node_modules"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  copyFileSync(paid, join(project, "benchmark.ts"));
  const start = (args: string[], env: NodeJS.ProcessEnv = {}) => {
    let child: ChildProcess | undefined;
    let said = "";
    const running = runX(args, {
      ...{ cwd: project, env: { ...wire.env, X_STORE: url, ...env } },
      onStart(started) {
        child = started;
        started.stderr!.on("data", (text: string) => {
          said += text;
        });
      },
    });
    open.defer(async () => {
      child!.kill("SIGTERM");
      await running;
    });
    return { running, said: () => said };
  };
  const planner = start(["compare", "benchmark.ts", "--on", url, "--format", "json"]);
  const poor = start(["worker", "--concurrency", "1"], { ANTHROPIC_API_KEY: oldKey });
  const patience = { timeout: 60_000, interval: 100 };
  await vi.waitFor(() => expect(poor.said()).toContain("left to others. 2 cells"), patience);
  await vi.waitFor(() => expect(planner.said()).toContain("does not work on this run: 2 cells"), patience);
  start(["worker", "--concurrency", "1"]);
  const { code, stdout, stderr } = await planner.running;
  expect(code, stderr).toBe(0);
  const { results } = JSON.parse(stdout) as CompleteReport;
  expect(results.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
  expect(wire.requests.filter(({ billed }) => billed)).toHaveLength(2);
}, 180_000);
