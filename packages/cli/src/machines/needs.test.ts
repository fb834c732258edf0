import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { laneOf, needsOfAgent, offersOfMachine } from "./needs.ts";

test("an agent with a program of its own needs it, as do cells in a container; the built-in one needs nothing", () => {
  expect(needsOfAgent("x", {})).toEqual([]);
  expect(needsOfAgent("command:touch a", { sandbox: "bubblewrap" })).toEqual([]);
  expect(needsOfAgent("claude-code@claude-opus-4-6", {})).toEqual(["claude-code"]);
  expect(needsOfAgent("command:touch a", { sandbox: "podman:python:3.14" })).toEqual(["podman"]);
  expect(needsOfAgent("codex", { sandbox: "docker", needs: ["gpu", "codex"] })).toEqual([
    "codex",
    "docker",
    "gpu",
  ]);
});

test("cells that need the same share a lane, whatever the order", () => {
  expect(laneOf([])).toBe("");
  expect(laneOf(needsOfAgent("codex", { needs: ["b", "a"] }))).toBe(
    laneOf(needsOfAgent("codex", { needs: ["a", "b"] })),
  );
  expect(laneOf(["gpu"])).not.toBe(laneOf(["docker"]));
  expect(laneOf(["gpu"])).toMatch(/^[0-9a-f]{12}$/);
});

test("a machine offers containers that answer, and what is said", async () => {
  const folder = mkdtempSync(join(tmpdir(), "needs-"));
  try {
    for (const [name, code] of Object.entries({ docker: 1, podman: 0 }))
      writeFileSync(join(folder, name), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    const offers = await offersOfMachine({ PATH: folder }, ["gpu"]);
    expect(offers.filter((offer) => ["docker", "podman", "gpu"].includes(offer))).toEqual(["gpu", "podman"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
