import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createSqliteStore, type RunStore } from "@flow-state-dev/records";
import { parseAgent } from "../../src/agent/create-agent.ts";
import type { BenchConfig } from "../../src/bench/bench-config.ts";
import { runSuite } from "../../src/bench/run-suite.ts";
import { caseArtifacts } from "../../src/results/case-evidence.ts";
import type { CaseResult } from "../../src/results/suite-results.ts";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { readSuite } from "../../src/suite/read-suite.ts";
import { readTranscript } from "../../src/transcript/read-transcript.ts";
import type { TranscriptEvent } from "../../src/transcript/transcript-event.ts";

/** A folder with a project and a place for suites. */
export interface Bench extends AsyncDisposable {
  path: string;
  store: RunStore;
  put(path: string, text: string): void;
  /** Runs one case on `work` and tells what came of it. */
  run(it: Record<string, unknown>, agent: string, more?: Partial<BenchConfig>): Promise<CaseResult>;
  /** What the transcript of the last run tells. */
  transcript(): Promise<readonly TranscriptEvent[]>;
}

/** A bench in a folder of its own. */
export async function openBench(): Promise<Bench> {
  const path = await mkdtemp(join(tmpdir(), "x-bench-"));
  const store = createSqliteStore(":memory:");
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  put("work/a.txt", "one\n");
  const sandbox = await chooseSandbox("auto");
  let last = { runId: "", attempt: 1 };
  return {
    ...{ path, store, put },
    async run(it, agent, more = {}) {
      const { workspace = "work", ...own } = it;
      const whole = { id: "case", prompt: "Do it.", expect: ["file:done.txt exists"], ...own };
      put(
        "suite.json",
        JSON.stringify({
          ...{ name: "bench", defaults: { budget: 1, timeout: 10 }, cases: [whole] },
          ...(workspace !== null && { workspace }),
        }),
      );
      const { results, sweep } = await runSuite({
        ...{ store, sandbox, folder: path },
        suite: await readSuite(join(path, "suite.json")),
        agents: [{ name: "agent", agent: parseAgent(agent) }],
        limits: { backoffBaseMs: 1 },
        ...more,
      });
      const [result] = results.cases;
      last = { runId: sweep.runId, attempt: result!.runs[0]!.attempts };
      return result!;
    },
    async transcript() {
      const cell = { subject: "agent", task: "case", run: 0 };
      const kept = await store.artifact(last.runId, cell, last.attempt, caseArtifacts.transcript);
      return readTranscript(String(kept?.content ?? "")).events;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}
