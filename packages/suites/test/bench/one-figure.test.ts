import { expect, test } from "vitest";
import { startRawServer } from "../gateway/support/raw-server.ts";
import { openBench } from "./support.ts";

const says = (cost: number, tokens = 10) =>
  `echo '{"tokens":{"input":${tokens},"output":${tokens}},"cost":${cost}}' > "$X_USAGE"`;

test.each([
  ["lower", says(0.01, 1)],
  ["removed", 'rm "$X_USAGE"'],
  ["emptied", ': > "$X_USAGE"'],
])(
  "what was said once is booked, judged and shown, also when the figure is %s at the end",
  async (_, later) => {
    await using bench = await openBench();
    const it = { expect: ["cost <= 0.02"] };
    const { outcome, cost, tokens, runs } = await bench.run(it, `command:${says(0.5)}; sleep 1.5; ${later}`);
    expect({ outcome, cost, tokens }).toEqual({
      ...{ outcome: "failed", cost: 0.5, tokens: { input: 10, output: 10 } },
    });
    expect(runs[0]!.expectations[0]!.evidence).toContain("0.5");
    expect(runs[0]!.warnings).toEqual([expect.stringContaining("X_USAGE said $0.50 while it worked and ")]);
  },
);

/** An answer of a model: $0.0045 at the price of the model below. */
const answer = JSON.stringify({
  ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5" },
  ...{ content: [{ type: "text", text: "ok" }], stop_reason: "end_turn" },
  usage: { input_tokens: 1_000, output_tokens: 100 },
});

const call = `node -e 'fetch(process.env.ANTHROPIC_BASE_URL + "/v1/messages", { method: "POST",
  headers: { "content-type": "application/json", "x-api-key": process.env.ANTHROPIC_API_KEY },
  body: JSON.stringify({ model: process.env.X_MODEL, max_tokens: 50, messages: [{ role: "user", content: "hi" }] })
}).then((r) => r.text())'`;

test.each([
  ["more than the budget, at the end", `${call}; ${says(0.006)}`],
  ["more than the budget, and goes on", `${call}; ${says(0.006)}; sleep 2`],
  ["much more, before its first call", `${says(0.009)}; sleep 1; ${call}`, 0.01],
])(
  "where a gateway has counted its figure alone decides, is booked and shown, though the agent says %s",
  async (_, line, budget = 0.005) => {
    await using server = await startRawServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    });
    await using bench = await openBench();
    const more = { model: "claude-sonnet-4-5", servers: { env: server.env } };
    const it = { budget, expect: ["file:done.txt exists", "cost <= 0.005"] };
    const { outcome, cost, tokens, runs } = await bench.run(it, `command:${line}; touch done.txt`, more);
    expect({ outcome, cost, tokens }).toEqual({
      ...{ outcome: "passed", cost: 0.0045, tokens: { input: 1_000, output: 100 } },
    });
    expect(runs[0]!.reported).toMatchObject({ tokens: { input: 10, output: 10 } });
  },
);
