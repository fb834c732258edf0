import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startChild } from "./support/child.ts";

interface Report {
  ms: number;
  state: string;
  outcomes: Record<string, number>;
  untried: number;
  spend: { subject: number };
}

/** A server that accepts and never answers. */
async function startSilentServer() {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What did not end would wait for minutes; this leaves room for a machine that is busy with other tests. */
const busyMs = 10_000;

test.each([
  ["abort", 0],
  ["drain", 50],
])("%s with 200 running cells: all end at once, and the process ends by itself", async (how, graceMs) => {
  await using server = await startSilentServer();
  await using child = startChild("abort/aborter.ts", [server.url, how]);
  const line = await child.line();
  const saidAt = performance.now();
  const report = JSON.parse(line ?? "null") as Report | null;
  expect(await child.ended, child.errors()).toBe(0);
  // No handle is left open: the process was not kept.
  expect(performance.now() - saidAt).toBeLessThan(busyMs);
  expect(child.errors()).toBe("");
  expect(await child.line()).toBeUndefined();
  expect(report).toMatchObject({ state: "interrupted", untried: 400 - report!.outcomes.cancelled! });
  // Those in a pause have given their slot away, so more than 200 have begun.
  expect(report!.outcomes.cancelled).toBeGreaterThanOrEqual(200);
  // The aim is 250 ms, and what is printed below says whether it is met.
  expect(report!.ms).toBeLessThan(busyMs + graceMs);
  console.log(`${how}: ${report!.outcomes.cancelled} cells ended within ${Math.round(report!.ms)} ms`);
});
