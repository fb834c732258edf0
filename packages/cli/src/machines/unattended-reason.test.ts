import { expect, test } from "vitest";
import { unattendedReason } from "./unattended-reason.ts";

const idle = { silentMs: 100, runId: null, tags: ["docker"] };
const plain = { needs: [[]], isOnRedis: false };

test("somebody who is on the run, or will be soon, is no reason to wait", () => {
  expect(unattendedReason("r", { ...plain, machines: [{ ...idle, runId: "r" }] })).toBe(null);
  expect(unattendedReason("r", { ...plain, machines: [idle] })).toBe(null);
  expect(unattendedReason("r", { machines: [idle], needs: [["gpu"], ["docker"]], isOnRedis: false })).toBe(
    null,
  );
});

test("without a worker one is to be started, with the queue that it must know", () => {
  const dead = { ...idle, runId: "r", silentMs: 30_000 };
  expect(unattendedReason("r", { ...plain, machines: [dead] })).toMatch(
    /^No worker is here.*worker --on postgres:\/\/…$/,
  );
  expect(unattendedReason("r", { ...plain, machines: [], isOnRedis: true })).toMatch(/ --queue redis:\/\/…$/);
});

test("what no worker offers is named, and so are workers that are elsewhere", () => {
  const needs = [["gpu", "docker"], ["codex"]];
  expect(unattendedReason("r", { machines: [idle], needs, isOnRedis: false })).toContain(
    "gpu and docker, or codex",
  );
  expect(unattendedReason("r", { ...plain, machines: [{ ...idle, runId: "other" }] })).toContain(
    "at other runs",
  );
});
