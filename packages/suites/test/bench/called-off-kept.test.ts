import { expect, test } from "vitest";
import { openBench } from "./support.ts";

test("what an agent did until it was called off is kept, with what it cost, and nothing more is claimed", async () => {
  await using bench = await openBench();
  const line = `command:echo '{"cost":0.4}' > "$X_USAGE"; touch done.txt; echo begun; sleep 60`;
  const calledOff = async (resume: boolean) => {
    const stop = new AbortController();
    const { runs } = await bench.run({ timeout: 100 }, line, {
      ...{ resume, signal: stop.signal },
      onCaseEvent(_, event) {
        if (event.type === "output" && event.text.includes("begun")) stop.abort();
      },
    });
    return runs[0];
  };
  const run = await calledOff(false);
  expect(run).toMatchObject({ outcome: "cancelled", cost: 0.4, ended: "cancelled", expectations: [] });
  // Nobody has looked at its work, so that nobody can say that it changed nothing.
  expect(run).not.toHaveProperty("patch");
  const events = await bench.transcript();
  expect(events).toContainEqual(expect.objectContaining({ type: "output", text: "begun\n" }));
  expect(events.at(-1)).toMatchObject({ type: "end", ended: "cancelled" });
  expect(await calledOff(true)).toMatchObject({ outcome: "cancelled", cost: 0.8, attempts: 2 });
});

test("an agent that works is called off while its work is graded: its transcript is kept", async () => {
  await using bench = await openBench();
  const calledOff = new AbortController();
  const result = await bench.run({ expect: ["test:sleep 60"] }, "command:echo worked", {
    signal: calledOff.signal,
    onCaseStage: () => void setTimeout(() => calledOff.abort(), 300),
  });
  expect(result.runs[0]).toMatchObject({ outcome: "cancelled", ended: "done" });
  expect(await bench.transcript()).toContainEqual(
    expect.objectContaining({ type: "output", text: "worked\n" }),
  );
});
