import { basename, join } from "node:path";
import { createModelResolver } from "@flow-state-dev/core";
import {
  type BenchAgent,
  type CaseRun,
  checkBench,
  chooseSandbox,
  modelFor,
  parseAgent,
  projectFolder,
  renderEvent,
  runSuite,
  type Suite,
  type SuiteCase,
  type SuiteRun,
} from "@flow-state-dev/suites";
import { checkReplays } from "../bench/replayed-runs.ts";
import { userPrices } from "../files/user-prices.ts";
import { warningsTo } from "../process/own-warnings.ts";
import type { ShownPreparing } from "../progress/show-preparing.ts";
import type { LazyStore } from "../runs/lazy-store.ts";
import type { RunUnderWay } from "../runs/run-under-way.ts";
import { visibleText } from "../text/visible-text.ts";
import { promptSuite } from "./prompt-suite.ts";
import type { RunFlags } from "./run-flags.ts";
import { runHeadline } from "./run-text.ts";

const defaultModel = "claude-opus-4-6";

/** A prompt that makes sense, with who is to work on it. */
export interface PlannedPrompt {
  suite: Suite;
  it: SuiteCase;
  agent: BenchAgent;
  model: string;
}

/** Finds what is wrong before anything is made or spent: limits, agent, model, key, price. */
export async function planPrompt(
  prompt: string,
  folder: string,
  flags: RunFlags,
  store: LazyStore,
): Promise<PlannedPrompt> {
  const suite = await promptSuite(prompt, folder, flags);
  const name = (flags.agent ?? "x").trim();
  const [agent] = await checkReplays(
    [{ name, agent: parseAgent(name) }],
    { kind: "run", name: suite.name },
    folder,
    store,
  );
  const model = flags.model ?? defaultModel;
  checkBench({ kind: "run", agents: [agent!], model }, suite.cases, createModelResolver(), userPrices());
  return { suite, it: suite.cases[0]!, agent: agent!, model };
}

/** How a prompt was run. `last` is undefined when it came to nothing. */
export interface PromptRun {
  run: SuiteRun;
  last: CaseRun | undefined;
}

/** Lets the agent work, and tells what it does as it does it. */
export async function runPrompt(
  { suite, it, agent, model }: PlannedPrompt,
  parts: {
    folder: string;
    flags: RunFlags;
    store: LazyStore;
    signal: AbortSignal;
    preparing: ShownPreparing;
    tell: (text: string) => void;
    /** Is told what the sweep tells. */
    underWay: Pick<RunUnderWay, "onEvent">;
  },
): Promise<PromptRun> {
  const { folder, flags, store, signal, preparing, tell, underWay } = parts;
  using _warnings = warningsTo((sentence) => tell(`warning: ${sentence}\n`));
  const sandbox = await chooseSandbox(flags.sandbox ?? "auto");
  const facts = {
    agent: agent.name,
    model: agent.agent.needsModel ? modelFor(agent, model, null) : null,
    project: basename(projectFolder(folder)),
    sandbox: sandbox.sandbox.name,
  };
  tell(`${runHeadline(facts, it, flags)}\n\n`);
  const run = await runSuite({
    ...{ kind: "run", suite, agents: [agent], sandbox, folder, store: store.open(), model, signal },
    prices: userPrices(),
    unseen: [join(folder, ".x")],
    onPreparing: preparing.onPreparing,
    onEvent(event) {
      preparing.clear();
      underWay.onEvent(event);
    },
    onNotice: (notice) => tell(`note: ${visibleText(notice)}\n`),
    onCaseEvent(_where, event) {
      // The prompt is the user's own.
      if (event.type === "message" && event.role === "user") return;
      tell(
        renderEvent(event)
          .map((line) => `${line}\n`)
          .join(""),
      );
    },
  });
  return { run, last: run.results.cases[0]?.runs.at(-1) };
}
