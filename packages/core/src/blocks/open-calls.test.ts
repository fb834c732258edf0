import { expect, test } from "vitest";
import type { Account, OpenCall } from "../money/account.ts";
import type { ChargeFacts } from "../money/charge.ts";
import { createAccount } from "../money/create-account.ts";
import type { FlowEvent } from "./events.ts";
import { handler } from "./handler.ts";
import { runBlock } from "./run-block.ts";
import { sequencer } from "./sequencer/sequencer.ts";

const facts: ChargeFacts = {
  status: "complete",
  finishReason: "stop",
  modelId: "outside",
  usage: { inputTokens: 3, outputTokens: 4, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
  usageKnown: "reported",
  costUsd: 0.5,
  costBasis: "provider",
  streamed: false,
  startedAt: "2026-01-01T00:00:00.000Z",
  latencyMs: 1,
};
const open = (account: Account) => account.open({ modelId: "outside", worstCaseUsd: 1 });

test("what a block's code books itself counts in the block, once, children of the account included", async () => {
  const account = createAccount({ name: "run" });
  const block = handler({
    name: "agent",
    execute: async (_: unknown, ctx) => {
      const own = await open(ctx.account);
      own.settle(facts);
      own.settle(facts);
      (await open(ctx.account.child({ name: "judge", payer: "judge" }))).settle(facts);
      return ctx.account.spentUsd;
    },
  });
  const result = await runBlock(sequencer({ name: "s" }).step(block), 0, { account });
  expect(result).toMatchObject({ ok: true, output: 1, calls: 2, costUsd: 1, usage: { inputTokens: 6 } });
  expect(result.charges.map(({ payer }) => payer)).toEqual(["subject", "judge"]);
});

test("a call booked after its block has ended counts where there still is somebody to count it", async () => {
  let left: OpenCall | undefined;
  const careless = handler({
    name: "careless",
    execute: async (_: unknown, ctx) => {
      left = await open(ctx.account);
    },
  });
  const later = handler({ name: "later", execute: () => void left?.settle(facts) });
  const events: FlowEvent[] = [];
  const chain = sequencer({ name: "s" }).step(careless).step(later);
  const result = await runBlock(chain, 0, { onEvent: (event) => events.push(event) });
  expect(result).toMatchObject({ ok: true, calls: 1, costUsd: 0.5 });
  const ends = events.flatMap((event) =>
    event.type === "block.finished" ? [[event.name, event.calls]] : [],
  );
  expect(ends).toEqual([
    ["careless", 0],
    ["later", 0],
    ["s", 1],
  ]);
  expect(events.find((event) => event.type === "call.charged")).toMatchObject({ late: true });
});
