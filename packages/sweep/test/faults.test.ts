import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  applyMiddleware,
  createModelResolver,
  createPriceTable,
  generator,
  type LanguageModel,
  meter,
  runBlock,
} from "@flow-state-dev/core";
import { createSqliteStore } from "@flow-state-dev/records";
import { mulberry32 } from "@flow-state-dev/stats";
import { describe, expect, test } from "vitest";
import { startWireServer } from "../../core/test/wire/start-wire-server.ts";
import type { WireReply } from "../../core/test/wire/wire.ts";
import { type CellContext, type SweepEvent, sweep } from "../src/index.ts";
import { answered, call, cellsOf, manifestOf, passed, planOfSize, refused } from "./support/sweeping.ts";

const modelId = "openai-compatible/acme";
const prices = createPriceTable({ overrides: { [modelId]: { input: 1, output: 2 } } });
const answer: WireReply = { type: "answer", text: ["Yes."], usage: { input: 10, output: 2 } };
const retryAfter = 250;

const faults = {
  "429": { type: "refusal", status: 429, headers: { "retry-after-ms": String(retryAfter) } },
  "500": { type: "refusal", status: 500 },
  timeout: { type: "silence" },
  // Whoever answered so, it was not the model: no fault of the subject.
  malformed: { type: "garbage", body: '{"choices": [{"mess' },
  page: { type: "garbage", body: "<html>Bad gateway</html>", contentType: "text/html" },
  empty: { type: "garbage", body: "" },
  "400": { type: "refusal", status: 400 },
} satisfies Record<string, WireReply>;
type Fault = keyof typeof faults;

/** What becomes of the nth call of a cell: 30 % fail, in one of seven ways. The same on both sides of the wire. */
function fate(cell: number, attempt: number): Fault | undefined {
  const random = mulberry32(cell * 31 + attempt);
  random();
  if (random() >= 0.3) return undefined;
  const ways = Object.keys(faults) as Fault[];
  return ways[Math.floor(random() * ways.length)];
}

/** What the sweep has to make of that, with two attempts; one that was turned away is none of them. */
function expected(cell: number): { kind: string; attempts: number } {
  let failed = 0;
  for (let attempt = 1; ; attempt += 1) {
    const fault = fate(cell, attempt);
    if (fault === undefined) return { kind: "passed", attempts: attempt };
    if (fault === "400") return { kind: "errored", attempts: attempt };
    if (fault !== "429") failed += 1;
    if (failed === 2) return { kind: "infrastructure", attempts: attempt };
  }
}

function metered(model: LanguageModel, { account }: CellContext): LanguageModel {
  return applyMiddleware(model, meter({ modelId, account, prices, timeoutMs: 5_000 }));
}

test("30 % of the calls fail: every cell has the right outcome, and the provider is given the time it asks for", async () => {
  const arrivals = new Map<string, number>();
  await using server = await startWireServer({
    reply({ body }) {
      const [cell, attempt] = String(body.messages[0].content[0]?.text ?? body.messages[0].content).split(
        " ",
      );
      arrivals.set(`${cell} ${attempt}`, performance.now());
      const fault = fate(Number(cell), Number(attempt));
      return fault ? faults[fault] : answer;
    },
  });
  const model = createModelResolver({ env: server.env })(modelId) as LanguageModel;
  const plan = planOfSize(1, 200);
  const store = createSqliteStore(":memory:");
  const result = await sweep({
    cells: plan,
    manifest: manifestOf(plan),
    store,
    limits: { concurrency: 32, backoffBaseMs: 20, maxAttempts: 2 },
    async runCell({ task }, context) {
      const text = `${task.slice(1)} ${context.attempt}`;
      await metered(model, context).doGenerate({
        prompt: [{ role: "user", content: [{ type: "text", text }] }],
        abortSignal: context.signal,
      });
      return passed();
    },
  });
  const cells = await cellsOf(store, result.runId);
  const got = cells.map(({ task, outcome, attempts }) => [task, outcome?.kind, attempts]);
  const wanted = cells.map(({ task }) => {
    const { kind, attempts } = expected(Number(task.slice(1)));
    return [task, kind, attempts];
  });
  expect(got).toEqual(wanted);
  expect(new Set(wanted.map(([, kind]) => kind))).toEqual(new Set(["passed", "errored", "infrastructure"]));

  let honoured = 0;
  for (let cell = 0; cell < 200; cell += 1) {
    for (const attempt of [1, 2]) {
      const again = arrivals.get(`${cell} ${attempt + 1}`);
      if (fate(cell, attempt) !== "429" || again === undefined) continue;
      expect(again - arrivals.get(`${cell} ${attempt}`)!).toBeGreaterThanOrEqual(retryAfter - 1);
      honoured += 1;
    }
  }
  expect(honoured).toBeGreaterThan(5);
  expect((await store.totals(result.runId)).attempts).toBe(server.requests.length);
});

test("retries inside a block wait outside of the slot, and that is no working time", async () => {
  /** Which task asked, in the order in which they came; each is turned away once. */
  const asked: string[] = [];
  await using server = await startWireServer({
    reply({ body }) {
      const task = String(body.messages.at(-1).content[0]?.text ?? body.messages.at(-1).content);
      const isFirst = !asked.includes(task);
      asked.push(task);
      return isFirst ? { ...faults["429"], headers: { "retry-after-ms": "1000" } } : answer;
    },
  });
  const store = createSqliteStore(":memory:");
  const plan = planOfSize(1, 4);
  const block = generator({
    ...{ name: "answer", model: modelId, retry: { maxAttempts: 3 } },
    user: (task: string) => task,
  });
  const result = await sweep({
    cells: plan,
    manifest: manifestOf(plan),
    store,
    limits: { concurrency: 1 },
    async runCell({ task }, { account, signal, pause }) {
      const modelResolver = createModelResolver({ env: server.env });
      const outcome = await runBlock(block, task, { modelResolver, account, signal, pause, prices });
      if (!outcome.ok) throw outcome.error;
      return passed();
    },
  });
  expect(result.outcomes.passed).toBe(4);
  const cells = await cellsOf(store, result.runId);
  for (const cell of cells) {
    expect(cell.attempts).toBe(1);
    expect(cell.waitingMs).toBeGreaterThanOrEqual(999);
  }
  // They waited at the same time, though only one may work at a time: others asked before the first did again.
  expect(asked).toHaveLength(8);
  expect(new Set(asked.slice(0, 2)).size).toBe(2);
});

describe("the adaptive limit", () => {
  /** A provider that turns away everything above so many calls at once. */
  async function startBusyProvider(bears: number) {
    let now = 0;
    const server = createServer((_, response) => {
      if (now >= bears) {
        response.writeHead(429, { "retry-after-ms": "10" });
        return response.end();
      }
      now += 1;
      setTimeout(
        () => {
          now -= 1;
          response.end("{}");
        },
        15 + 10 * Math.random(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  test("settles near what the provider bears", async () => {
    const bears = 12;
    await using provider = await startBusyProvider(bears);
    const store = createSqliteStore(":memory:");
    const plan = planOfSize(1, 1000, 1, "acme");
    const events: SweepEvent[] = [];
    const result = await sweep({
      cells: plan,
      manifest: manifestOf(plan),
      store,
      limits: {
        concurrency: 64,
        providers: { acme: { concurrency: { start: 2, max: 64 } } },
        maxAttempts: 50,
        backoffBaseMs: 20,
        backoffMaxMs: 40,
      },
      onEvent: (event) => void (event.type === "throttled" && events.push(event)),
      async runCell(_, context) {
        let status = 0;
        await call(context, async () => {
          const response = await fetch(provider.url);
          await response.text();
          status = response.status;
          return status === 200 ? answered(0) : refused(status);
        });
        if (status === 200) return passed();
        return {
          outcome: { kind: "infrastructure", error: { name: "Busy", message: "busy" } },
          retry: { afterMs: 10 },
        };
      },
    });
    expect(result.outcomes.passed).toBe(1000);
    expect(events.length).toBeGreaterThan(0);
    // Each time it was turned away it went down to somewhat less than what the provider bears.
    const limits = events.slice(-20).map((event) => (event.type === "throttled" ? event.limit : 0));
    // A machine that is busy with other work may be late once; the middle ones tell where it settles.
    const settled = limits.sort((a, b) => a - b).slice(limits.length / 4, -limits.length / 4);
    expect(settled.length).toBeGreaterThan(1);
    expect(Math.max(...settled)).toBeLessThan(1.5 * bears);
    expect(Math.min(...settled)).toBeGreaterThanOrEqual(0.5 * bears);
  });
});
