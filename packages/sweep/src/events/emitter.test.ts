import { expect, test } from "vitest";
import type { SweepEvent } from "../sweep-event.ts";
import { Emitter } from "./emitter.ts";

const secret = "sk-proj-abcdefghijklmnop0123456789";
const cell = { subject: `agent ${secret}`, task: `task ${secret}`, run: 0 };

test.each<SweepEvent>([
  { type: "started", cell, attempt: 1 },
  { type: "lost", cell, attempt: 1 },
  {
    ...{ type: "spent", cell, payer: "subject", modelId: `acme/${secret}`, costUsd: 1, totalUsd: 1 },
    status: "complete",
  },
  { type: "throttled", provider: secret, limit: 1, reason: secret },
  { type: "warning", message: `of ${secret}` },
  { type: "stopped", reason: `for ${secret}` },
  {
    type: "planned",
    ...{ runId: "r", cells: 1, kept: 0, continued: false, spentUsd: 0, warnings: [`of ${secret}`] },
  },
])("$type carries no secret", (event) => {
  const told: SweepEvent[] = [];
  const emitter = new Emitter((each) => void told.push(each));
  emitter.emit(event);
  emitter.emit(event);
  expect(told).toHaveLength(2);
  expect(told[0]).toMatchObject({ type: event.type });
  expect(JSON.stringify(told)).toContain("[redacted]");
  expect(JSON.stringify(told)).not.toContain("abcdefghijklmnop");
});

test("an event without secrets is told as it is", () => {
  const event: SweepEvent = { type: "started", cell: { subject: "s", task: "t", run: 0 }, attempt: 1 };
  let told: SweepEvent | undefined;
  new Emitter((each) => {
    told = each;
  }).emit(event);
  expect(told).toBe(event);
});

test.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error(`no display: ${secret}`);
    },
  ],
  ["rejects", () => Promise.reject(new Error(`no display: ${secret}`))],
])("a listener that %s fails without its secrets", async (_, listen) => {
  const emitter = new Emitter(listen as () => void);
  emitter.emit({ type: "drained" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(emitter.failure).toBe("no display: [redacted]");
});

test("a listener may throw what cannot be told", () => {
  const emitter = new Emitter(() => {
    throw Object.create(null);
  });
  emitter.emit({ type: "drained" });
  expect(emitter.failure).toBe("it cannot be told why");
});

test("a warning is told once and kept, without its secrets", () => {
  const told: SweepEvent[] = [];
  const emitter = new Emitter((event) => void told.push(event));
  emitter.warn(`first ${secret}`);
  emitter.warn(`first ${secret}`);
  emitter.warn("second");
  expect(emitter.warnings).toEqual(["first [redacted]", "second"]);
  expect(told.map((event) => event.type === "warning" && event.message)).toEqual(emitter.warnings);
});
