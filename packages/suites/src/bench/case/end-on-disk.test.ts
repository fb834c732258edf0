import { expect, test } from "vitest";
import { type AgentEnd, type AgentReport, noFigures } from "../../agent/agent-report.ts";
import { DiskFullError, WroteTooMuchError } from "./disk-errors.ts";
import { endOnDisk } from "./end-on-disk.ts";

const gigabyte = 2 ** 30;
const written = { bytes: 12 * gigabyte, entries: 3 };
const own = { fault: "own", error: new WroteTooMuchError(written, 10 * gigabyte, null) } as const;
const machine = {
  fault: "machine",
  error: new DiskFullError("/tmp", { bytes: 2 ** 20, entries: 1 }),
} as const;
const error = { name: "E", message: "m" };
const ends: AgentEnd[] = [
  { ended: "done", detail: "" },
  { ended: "timed-out", detail: "" },
  { ended: "over-budget", detail: "", account: null },
  { ended: "cancelled", detail: "" },
  { ended: "crashed", detail: "", error },
  { ended: "infrastructure", detail: "", error },
];
const report = (end: AgentEnd): AgentReport => ({ ...noFigures, turns: 3, ...end });

test.each(ends)("who wrote too much has failed, however it ended: $ended", (end) => {
  expect(endOnDisk(report(end), own, false)).toMatchObject({
    ...{ ended: "crashed", turns: 3, error: { code: "wrote-too-much" } },
    detail: "The workspace grew by 12 GB; the limit is 10 GB. What it holds is not graded.",
  });
});

test.each(ends)("a disk that others filled counts only for who was stopped or broke: $ended", (end) => {
  const ended = endOnDisk(report(end), machine, false);
  if (["done", "timed-out", "over-budget"].includes(end.ended)) expect(ended).toEqual(report(end));
  else
    expect(ended).toMatchObject({
      ...{ ended: "infrastructure", error: { code: "disk-full", retryable: false } },
      detail: expect.stringMatching(/^The disk of \/tmp ran full, though the case wrote only 1 MB\. /),
    });
});

test("who was called off stays called off, and without a verdict nothing changes", () => {
  const cancelled = report({ ended: "cancelled", detail: "" });
  expect(endOnDisk(cancelled, own, true)).toBe(cancelled);
  expect(endOnDisk(cancelled, null, false)).toBe(cancelled);
});
