import { toErrorRecord } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { AgentNotStartedError } from "../../src/adapters/end-of-cli.ts";
import { noFigures } from "../../src/agent/agent-report.ts";
import { parseAgent } from "../../src/agent/create-agent.ts";
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
      /^3 cells of some in a row failed for the setup.*\(agent-not-started\).*exec: some: not found\. Install it/,
    ),
  ]);
});

test.each([
  ["command:/no-such-folder/agent --yes", "there is no /no-such-folder/agent inside the sandbox"],
  ["command:./missing.sh", "there is no ./missing.sh inside the sandbox"],
  ["command:$HOME/missing.sh", "/missing.sh inside the sandbox"],
  ["command:./a.txt", "./a.txt cannot be run inside the sandbox"],
])("%s stops the run after three, beside an agent with results", async (line, why) => {
  await using bench = await openBench();
  const stops: string[] = [];
  const result = await bench.run({}, line, {
    agents: [
      { name: "gone", agent: parseAgent(line) },
      { name: "noop", agent: parseAgent("noop") },
    ],
    ...{ runs: 6, concurrency: 1 },
    onEvent: (event) => void (event.type === "stopped" && stops.push(event.reason)),
  });
  expect(result.agent).toBe("gone");
  expect(result.runs.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  expect(result.outcome).toBe("infrastructure");
  expect(stops).toEqual([expect.stringMatching(/^3 cells of gone in a row .*\(agent-not-started\)/)]);
  expect(stops[0]).toContain(why);
});

test("a program that a case makes is started, and what it does not find is its own failure", async () => {
  await using bench = await openBench();
  bench.put("work/agent.sh", "#!/bin/sh\nno-such-tool\n");
  const setup = ["chmod +x agent.sh"];
  const result = await bench.run({ setup }, "command:./agent.sh", { runs: 4 });
  expect(result.outcome).toBe("errored");
  expect(result.runs).toHaveLength(4);
});

test.each([
  [
    "it was not there",
    "rm agent.sh\necho 'bash: line 1: ./agent.sh: No such file or directory' >&2\nexit 127",
  ],
  ["it cannot be run", "chmod -x agent.sh\necho 'bash: line 1: ./agent.sh: Permission denied' >&2\nexit 126"],
])("a program that says for its shell that %s has failed, whatever it did to look so", async (_, does) => {
  await using bench = await openBench();
  bench.put("work/agent.sh", `#!/bin/sh\n${does}\n`);
  const result = await bench.run({ setup: ["chmod +x agent.sh"] }, "command:./agent.sh");
  expect(result.outcome).toBe("errored");
});

test("a program whose first line names what is not there could not be started", async () => {
  await using bench = await openBench();
  bench.put("work/agent.sh", "#!/no/such/python -u\nprint(1)\n");
  const result = await bench.run({ setup: ["chmod +x agent.sh"] }, "command:A=1 exec ./agent.sh --yes");
  expect(result.outcome).toBe("infrastructure");
  expect(result.runs[0]!.error).toContain("./agent.sh cannot be run inside the sandbox");
});
