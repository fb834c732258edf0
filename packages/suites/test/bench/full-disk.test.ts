import { expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { openBench } from "./support.ts";

const megabyte = 2 ** 20;
const diskBytes = 8 * megabyte;
const write = (path: string, megabytes: number) =>
  `dd if=/dev/zero of=${path} bs=1M count=${megabytes} status=none`;

test.each([
  ["its workspace", `${write("big", 32)}; touch done.txt; sleep 30`],
  ["its workspace, and ends at once", `${write("big", 32)}; touch done.txt`],
  ["the folder beside it", `${write('"$(dirname "$X_USAGE")"/big', 32)}; touch done.txt; sleep 30`],
  ["many empty files", "mkdir m; cd m; seq 2200 | xargs touch; touch ../done.txt"],
])("an agent that fills %s has failed, and is told why", async (_what, line) => {
  await using bench = await openBench();
  const result = await bench.run({}, `command:${line}`, { diskBytes });
  expect(result).toMatchObject({
    pass: false,
    outcome: "errored",
    runs: [{ attempts: 1, ended: "crashed" }],
  });
  expect(result.runs[0]!.error).toMatch(
    /^The workspace grew by [\d.]+ MB( \([\d,]+ files.*\))?; the limit is 8 MB\. /,
  );
});

test("so it is where workspaces are copies, and what the project had does not count", async () => {
  await using bench = await openBench();
  bench.put("work/large.bin", "x".repeat(16 * megabyte));
  const sandbox = await chooseSandbox("host");
  const more = { diskBytes, sandbox };
  const fine = await bench.run({}, "command:echo more >> large.bin; touch done.txt", more);
  expect(fine).toMatchObject({ pass: true });
  const result = await bench.run({}, `command:${write("big", 32)}; touch done.txt`, more);
  expect(result.runs[0]!.error).toContain("the limit is 8 MB");
});

test("a test command that runs what the agent wrote cannot fill the disk either", async () => {
  await using bench = await openBench();
  const agent = `command:echo '${write("big", 32)}; sleep 30' > test.sh; touch done.txt`;
  const it = {
    expect: ["test:sh test.sh", "file:done.txt exists", "not test:sh test.sh"],
    protect: ["a.txt"],
  };
  const result = await bench.run(it, agent, { diskBytes });
  expect(result).toMatchObject({ pass: false, outcome: "failed" });
  expect(result.expectations).toMatchObject([
    {
      pass: false,
      evidence: expect.stringContaining("was killed by its limit of disk space"),
      output: expect.stringContaining("the limit is 8 MB"),
    },
    { pass: true },
    { pass: false },
  ]);
});
