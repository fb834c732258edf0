import fc from "fast-check";
import { expect, test } from "vitest";
import { createAccount } from "../money/create-account.ts";
import { sumUsd } from "../money/nano-usd.ts";
import type { BlockDefinition } from "./block.ts";
import type { FlowEvent } from "./events.ts";
import { generator } from "./generator/generator.ts";
import { handler } from "./handler.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";
import { createTrace, type TraceNode } from "./trace.ts";

test("a run comes out as a tree", async () => {
  const trace = createTrace();
  const inner = handler({
    name: "inner",
    execute: (n: number, ctx) => {
      ctx.emit("note");
      return n + 1;
    },
  });
  await runBlock(sequencer({ name: "outer" }).step(inner), 1, { onEvent: trace.onEvent });
  expect(trace.roots).toMatchObject([
    {
      started: { name: "outer", input: 1 },
      ended: { type: "block.finished", output: 2 },
      children: [
        {
          started: { name: "inner" },
          ended: { output: 2 },
          events: [{ type: "emitted", name: "note" }],
          children: [],
        },
      ],
    },
  ]);
});

/** A block tree to be built. */
type Plan =
  | { kind: "ok" | "fail" | "deaf" | "model" | "broken-model" | "silent-model" }
  | { kind: "chain" | "all" | "race" | "any" | "rescued" | "tools"; parts: Plan[] };

const leaf = fc
  .constantFrom<Plan["kind"]>("ok", "fail", "deaf", "model", "broken-model", "silent-model")
  .map((kind) => ({ kind }) as Plan);
const { plan } = fc.letrec<{ plan: Plan }>((tie) => ({
  plan: fc.oneof(
    { maxDepth: 3, depthSize: "medium" },
    leaf,
    fc.record({
      kind: fc.constantFrom("chain", "all", "race", "any", "rescued", "tools"),
      parts: fc.array(tie("plan"), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Plan>,
  ),
}));

const price = { input: 1, output: 3 };
const usage = { promptTokens: 7, completionTokens: 11 };
const tick = <T>(value: T) => new Promise<T>((resolve) => setImmediate(() => resolve(value)));
const models = {
  model: { modelId: "fine", price, generate: () => tick({ text: "ok", usage }) },
  "broken-model": {
    modelId: "broken",
    price,
    generate: async () => {
      await tick(undefined);
      throw Object.assign(new Error("refused"), { isRetryable: false, statusCode: 400 });
    },
  },
  "silent-model": { modelId: "silent", price, generate: () => new Promise<never>(() => {}) },
};

function build(tree: Plan, path: string): BlockDefinition {
  const name = `${tree.kind}${path}`;
  switch (tree.kind) {
    case "ok":
      return handler({ name, execute: (value: unknown) => tick(value) });
    case "fail":
      return handler({
        name,
        execute: async () => {
          await tick(undefined);
          throw new Error(name);
        },
      });
    case "deaf":
      return handler({ name, execute: () => new Promise(() => {}) });
    case "model":
    case "broken-model":
    case "silent-model":
      return generator({ name, model: models[tree.kind] });
  }
  const parts = tree.parts.map((part, index) => build(part, `${path}-${index}`));
  const chain = sequencer({ name });
  switch (tree.kind) {
    case "all":
      return chain.stepAll(parts, { maxConcurrency: 2 });
    case "race":
      return chain.race(parts);
    case "any":
      return chain.stepAny(parts);
    case "tools": {
      let turn = 0;
      const caller = {
        modelId: "caller",
        price,
        generate: async () =>
          turn++ === 0
            ? { toolCalls: parts.map((part) => ({ toolName: part.name, args: {} })), usage }
            : { text: "ok", usage },
      };
      return generator({ name, model: caller, tools: parts });
    }
    default: {
      const stepped = parts.reduce<any>((sofar, part) => sofar.step(part), chain);
      return tree.kind === "chain"
        ? stepped
        : stepped.rescue([{ block: handler({ name: "r", execute: () => "rescued" }) }]);
    }
  }
}

/** Fails unless every block starts and ends once, within its parent. */
function checkNesting(events: readonly FlowEvent[]): void {
  const open = new Map<string, { parentId?: string | undefined; children: number }>();
  const seen = new Set<string>();
  for (const event of events) {
    if (event.type === "block.started") {
      expect(seen.has(event.id)).toBe(false);
      seen.add(event.id);
      if (event.parentId === undefined) expect(open.size).toBe(0);
      else {
        const parent = open.get(event.parentId);
        expect(parent, `${event.path} starts inside its parent`).toBeDefined();
        parent!.children += 1;
      }
      open.set(event.id, { parentId: event.parentId, children: 0 });
    } else if (event.type === "block.finished" || event.type === "block.failed") {
      const frame = open.get(event.id);
      expect(frame, `${event.path} ends once`).toBeDefined();
      expect(frame!.children, `${event.path} ends after what is inside it`).toBe(0);
      open.delete(event.id);
      if (frame!.parentId !== undefined) open.get(frame!.parentId)!.children -= 1;
    } else expect(open.has(event.id), `${event.type} within its block`).toBe(true);
  }
  expect(open.size).toBe(0);
}

function checkSums(node: TraceNode): { calls: number; costs: number[] } {
  const inside = node.children.map(checkSums);
  const costs = [...node.charges.map(({ costUsd }) => costUsd!), ...inside.flatMap((each) => each.costs)];
  const calls = node.charges.length + inside.reduce((sum, each) => sum + each.calls, 0);
  expect(node.ended).toMatchObject({ calls, costUsd: sumUsd(costs) });
  return { calls, costs };
}

test("whatever fails or is stopped, the trace is complete and its sums are right", async () => {
  await fc.assert(
    fc.asyncProperty(plan, fc.nat({ max: 8 }), async (tree, ticks) => {
      const controller = new AbortController();
      const events: FlowEvent[] = [];
      const trace = createTrace();
      const account = createAccount({ name: "run" });
      const running = runBlock(build(tree, ""), "x", {
        account,
        signal: controller.signal,
        pause: async () => {},
        onEvent: (event) => {
          events.push(event);
          trace.onEvent(event);
        },
      });
      for (let i = 0; i < ticks; i++) await tick(undefined);
      controller.abort(new Error("stop"));
      const result = await running;
      checkNesting(events);
      expect(trace.roots).toHaveLength(1);
      const { calls, costs } = checkSums(trace.roots[0]!);
      expect(result).toMatchObject({ calls, costUsd: sumUsd(costs) });
      expect(account).toMatchObject({ calls, spentUsd: sumUsd(costs), openCalls: 0 });
      expect(result.charges).toHaveLength(calls);
    }),
    { numRuns: 400 },
  );
});
