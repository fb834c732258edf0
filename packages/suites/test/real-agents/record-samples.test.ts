import { expect, test } from "vitest";
import { pi } from "../../src/adapters/pi/pi.ts";
import { agentFacts } from "../adapters/support/agent-facts.ts";
import { fakeCli } from "../adapters/support/fake-cli.ts";
import { sample } from "../adapters/support/read-sample.ts";
import { recordSamples } from "./support/record-samples.ts";

test("what a program prints is recorded as it is, and its facts are those that its reader makes of it", async () => {
  const output = await sample("pi/ok");
  await using fake = await fakeCli("pi", { output, exitCode: 7 });
  const { files, facts, ends } = await recordSamples(pi, fake.path, "gpt-4.1-mini");
  expect(files).toEqual({ "ok.jsonl": String(output), "api402.jsonl": String(output) });
  expect(ends[0]).toContain("crashed: ");
  expect(facts).toMatchObject({
    ok: agentFacts("pi").ok,
    refused: { sample: "api402", exitCode: 7, status: null },
    real: { model: "gpt-4.1-mini" },
  });
});
