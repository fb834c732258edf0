import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createAccount, type LanguageModel } from "@flow-state-dev/core";
import type { AgentJob } from "../../../src/agent/agent-job.ts";
import type { TranscriptEvent } from "../../../src/transcript/transcript-event.ts";
import { hostShell } from "./host-shell.ts";

/** A job in a folder of its own, with everything that was told of it. */
export interface TestJob extends AsyncDisposable {
  job: AgentJob;
  workspace: string;
  scratch: string;
  events: TranscriptEvent[];
}

/** Makes a job on a workspace with these files. */
export async function makeJob(
  files: Record<string, string>,
  more: Partial<AgentJob> & { languageModel?: LanguageModel } = {},
): Promise<TestJob> {
  const top = await mkdtemp(join(tmpdir(), "agent-test-"));
  const workspace = join(top, "workspace");
  const scratch = join(top, "scratch");
  await mkdir(workspace);
  await mkdir(scratch);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  const events: TranscriptEvent[] = [];
  const { languageModel, ...given } = more;
  const job: AgentJob = {
    prompt: "Do the work.",
    workspace,
    model: "stub",
    limits: { budgetUsd: 5, timeoutMs: 20_000 },
    env: {},
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
    shell: hostShell(workspace, scratch),
    account: createAccount({ name: "cell" }),
    models: { resolver: () => languageModel ?? fail("no model in this test") },
    gateway: null,
    solution: null,
    attempt: { caseId: "case", run: 0, attempt: 0 },
    ...given,
  };
  return {
    job,
    workspace,
    scratch,
    events,
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  };
}

function fail(message: string): never {
  throw new Error(message);
}
