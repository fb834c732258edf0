import { expect, test } from "vitest";
import { AgentNotEndedError, inTime } from "./in-time.ts";

test("an agent that reports is waited for, however long it takes after its signal within the grace", async () => {
  const stop = new AbortController();
  const running = new Promise<string>((resolve) =>
    stop.signal.addEventListener("abort", () => setTimeout(() => resolve("done"), 20)),
  );
  setTimeout(() => stop.abort(), 10);
  expect(await inTime(running, { signal: stop.signal, graceMs: 5_000, agent: "a" })).toBe("done");
});

test("one that never reports is given up", async () => {
  const never = new Promise<string>(() => {});
  const waiting = inTime(never, { signal: AbortSignal.abort(), graceMs: 10, agent: "a" });
  await expect(waiting).rejects.toThrow(AgentNotEndedError);
});
