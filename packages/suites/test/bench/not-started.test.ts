import { toErrorRecord } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { AgentNotStartedError } from "../../src/adapters/end-of-cli.ts";
import { noFigures } from "../../src/agent/agent-report.ts";
import { openBench } from "./support.ts";

test("an agent that cannot be started is started three times, not for every run, and what to do is told", async () => {
  await using bench = await openBench();
  let started = 0;
  const error = toErrorRecord(new AgentNotStartedError("some", "exec: some: not found"));
  const agent = {
    ...{ name: "some", model: null, needsModel: false, settings: {} },
    version: async () => "1",
    async run() {
      started += 1;
      return { ...noFigures, ended: "infrastructure", detail: error.message, error } as never;
    },
  };
  const stops: string[] = [];
  const result = await bench.run({}, "noop", {
    ...{ agents: [{ name: "some", agent }], runs: 8 },
    onEvent: (event) => void (event.type === "stopped" && stops.push(event.reason)),
  });
  expect(started).toBe(3);
  expect(result.outcome).toBe("infrastructure");
  expect(stops).toEqual([
    expect.stringMatching(
      /^3 cells in a row failed for the setup.*\(agent-not-started\).*exec: some: not found\. Install it/,
    ),
  ]);
});
