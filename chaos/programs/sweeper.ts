// A program of a user: sweeps the cells of a round through the library and goes on where it was. Its end is told as the
// commands tell theirs: 0 done, 1 the budget is spent, 2 the store cannot be used, with one sentence.
import { createHash } from "node:crypto";
import { flushCompileCache } from "node:module";
import {
  createFileCache,
  createModelResolver,
  createPriceTable,
  generator,
  noUsage,
  runBlock,
} from "@flow-state-dev/core";
import { openStore, RecordsError } from "@flow-state-dev/records";
import {
  type CellContext,
  cellName,
  manifestOf,
  type PlannedCell,
  planCells,
  runToContinue,
  sweep,
} from "@flow-state-dev/sweep";
import type { RoundPlan } from "../round/round-plan.ts";
import { transcriptOf } from "./transcript.ts";
import { costUsd, modelIds, mostCostUsd, price } from "./usage.ts";

/** What a sweeper is told. */
export interface SweeperOrder {
  plan: RoundPlan;
  /** Answers are kept in this folder; null when they are not. */
  cache: string | null;
  budgetUsd: number | null;
}

// What is killed writes no cache at its end.
flushCompileCache();
const { plan, cache, budgetUsd } = JSON.parse(process.argv[2]!) as SweeperOrder;
const address = process.env.OPENAI_COMPATIBLE_BASE_URL!;
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const cells = planCells({
  subjects: names("s", plan.subjects),
  tasks: names("t", plan.tasks).map((id) => ({ id, hash: `hash of ${id}` })),
  runs: plan.runs,
});
const modelId = modelIds[0]!;
const prices = createPriceTable({ overrides: { [modelId]: price } });
const answers = cache === null ? undefined : createFileCache(cache, { onWarning: () => {} });

/** Two calls by hand: each tells the provider under which id it is in the books. */
async function callByHand(ordinal: number, { account, signal }: CellContext): Promise<void> {
  const call = await account.open({ modelId, worstCaseUsd: mostCostUsd, signal });
  const startedAt = new Date().toISOString();
  const response = await fetch(`${address}/chat/completions`, {
    method: "POST",
    headers: { "x-call-id": call.id },
    body: JSON.stringify({ model: "acme", messages: [{ role: "user", content: `question ${ordinal}` }] }),
    signal,
  });
  const base = { modelId, streamed: false, startedAt, latencyMs: 1 };
  if (!response.ok) {
    const error = { name: "Refused", message: `HTTP ${response.status}`, status: response.status };
    call.settle({
      ...{
        ...base,
        status: "failed",
        error,
        usage: noUsage,
        usageKnown: "none",
        costUsd: 0,
        costBasis: "prices",
      },
    });
    throw Object.assign(new Error(error.message), {
      statusCode: response.status,
      isRetryable: true,
      responseHeaders: Object.fromEntries(response.headers),
    });
  }
  // What cannot be read is left open: nobody knows what it cost.
  const body = (await response.json()) as { usage: { prompt_tokens: number; completion_tokens: number } };
  const { prompt_tokens: input, completion_tokens: output } = body.usage;
  call.settle({
    ...{ ...base, status: "complete", finishReason: "stop", usageKnown: "reported", costBasis: "provider" },
    usage: { ...noUsage, inputTokens: input, outputTokens: output },
    costUsd: costUsd({ input, output }),
  });
}

const resolver = createModelResolver();
const ask = generator({ name: "ask", model: modelId, retry: { maxAttempts: 2 } });

async function callByBlock(cell: PlannedCell, ordinal: number, context: CellContext): Promise<void> {
  const options = { ...context, modelResolver: resolver, prices, cell: cellName(cell), cache: answers! };
  const result = await runBlock(ask, `question ${ordinal}`, options);
  if (!result.ok) throw result.error;
}

const manifest = manifestOf(cells, {
  kind: "chaos",
  name: "sweep",
  models: { executor: modelId },
  simulated: true,
});

try {
  const store = openStore(process.cwd());
  const result = await sweep({
    ...{ cells, store, pollMs: 100, ...(await runToContinue(store, manifest)) },
    limits: {
      ...{ concurrency: plan.concurrency, cellTimeoutMs: 1500, backoffBaseMs: 20, backoffMaxMs: 100 },
      ...(budgetUsd !== null && { budgetUsd, strict: plan.budget?.strict ?? false }),
    },
    // As benchmarks have it, in every second round; what a cache answers needs no call.
    claimsAhead: plan.seed % 2 === 0,
    startsAhead: () => answers === undefined,
    onEvent: (event) => event.type === "planned" && console.log(`running, ${event.kept} kept`),
    async runCell(cell, context) {
      for (let ordinal = 0; ordinal < 2; ordinal += 1) {
        if (answers) await callByBlock(cell, ordinal, context);
        else await callByHand(ordinal, context);
      }
      const content = transcriptOf(cellName(cell), plan.transcriptBytes);
      return {
        outcome: { kind: "passed", score: 1 },
        evidence: { sha256: createHash("sha256").update(content).digest("hex") },
        artifacts: content === "" ? [] : [{ name: "transcript", mediaType: "text/plain", content }],
      };
    },
  });
  await store.close();
  // Whoever uses the folder next tidies it up; where all cells are kept nobody has.
  await answers?.get("0".repeat(64));
  console.log(`${result.state}, ${result.coverage.scored} of ${result.planned}`);
  process.exitCode = result.budgetExceeded ? 1 : 0;
} catch (error) {
  if (!(error instanceof RecordsError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
