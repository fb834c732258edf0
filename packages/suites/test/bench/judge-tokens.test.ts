import { join } from "node:path";
import { expect, test } from "vitest";
import { type Bench, openBench } from "./support.ts";

/** A judge that reads a thousand tokens, writes a hundred and finds everything met. */
function judgeIn(bench: Bench): string {
  const findings = [{ criterion: "c1", evidence: "seen", verdict: "met" }];
  const turn = {
    text: JSON.stringify({ findings }),
    usage: { inputTokens: 1000, outputTokens: 100 },
  };
  bench.put("judge.script.json", JSON.stringify({ price: { input: 1, output: 1 }, turns: [turn] }));
  return `scripted:${join(bench.path, "judge.script.json")}`;
}

test.each([
  ["noop", { input: 0, output: 0 }],
  ["command:true", null],
  [`command:echo '{"tokens":{"input":7,"output":3},"cost":0.01}' > "$X_USAGE"`, { input: 7, output: 3 }],
])("what the judge reads and writes is not the agent's: %s", async (agent, tokens) => {
  await using bench = await openBench();
  const result = await bench.run({ expect: ["judge:it is short"] }, agent, { judgeModel: judgeIn(bench) });
  expect(result.runs[0]!.judgeCost).toBeGreaterThan(0);
  expect(result.tokens).toEqual(tokens);
  expect(result.runs[0]!.tokens).toEqual(tokens);
});
