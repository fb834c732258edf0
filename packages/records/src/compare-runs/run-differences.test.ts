import { expect, test } from "vitest";
import type { RunManifest } from "../run.ts";
import { runDifferences } from "./run-differences.ts";

const manifest: RunManifest = {
  ...{ kind: "bench", name: "s", subjects: ["x"], tasks: { t: "1" }, runs: 2, simulated: false },
  models: { "acme/one": "acme/one" },
  conditions: {
    agents: { x: { version: "1", model: "acme/one", settings: { turns: 50 } } },
    ...{ sandbox: "bubblewrap", judge: null },
  },
  circumstances: { node: "24.1.0", machine: { cpus: 2, arch: "x64" }, git: { commit: "aaa" } },
};

test("each difference is told by its smallest part and its topic; what bears on the numbers is apart", () => {
  const other: RunManifest = {
    ...manifest,
    tasks: { t: "2" },
    models: { "acme/two": "acme/two" },
    conditions: {
      agents: { x: { version: "2", model: "acme/two", settings: { turns: 50 } } },
      ...{ sandbox: "host", judge: null },
    },
    circumstances: {
      node: "24.2.0",
      machine: { cpus: 4, arch: "x64" },
      git: { commit: "bbb" },
      benchmark: { tasks: [] },
    },
  };
  const { matter, informational, same } = runDifferences(manifest, other);
  expect(matter).toEqual([
    { what: "the content of tasks", a: "t", b: "another", topic: "tasks" },
    { what: "agents.x.model", a: "acme/one", b: "acme/two", topic: "model" },
    { what: "agents.x.version", a: "1", b: "2", topic: "agents" },
    { what: "sandbox", a: "bubblewrap", b: "host", topic: "sandbox" },
  ]);
  expect(same).toEqual(["runs", "judge"]);
  expect(informational).toEqual([
    { what: "git.commit", a: "aaa", b: "bbb", topic: "git" },
    { what: "machine.cpus", a: "2", b: "4", topic: "machine" },
    { what: "node", a: "24.1.0", b: "24.2.0", topic: "node" },
  ]);
});

test("a manifest differs from itself in nothing; a member of another shape is one difference", () => {
  expect(runDifferences(manifest, manifest)).toEqual({
    ...{ matter: [], informational: [] },
    same: ["tasks", "runs", "model", "agents", "sandbox", "judge"],
  });
  const other = { ...manifest, conditions: { ...manifest.conditions, agents: null } };
  expect(runDifferences(manifest, other).matter).toMatchObject([{ what: "agents", b: "null" }]);
  expect(runDifferences({ ...manifest, models: {} }, manifest).matter).toMatchObject([{ topic: "model" }]);
});

test("the model of the suite is one like that which the command line names", () => {
  const withModel = (model: string | null, used: string): RunManifest => ({
    ...manifest,
    models: { [used]: used, "acme/judge": "acme/judge" },
    conditions: { agents: { x: { version: "1", model, settings: {} } }, judge: "acme/judge" },
  });
  const ofSuite = withModel(null, "acme/one");
  expect(runDifferences(ofSuite, withModel("acme/one", "acme/one")).matter).toEqual([]);
  expect(runDifferences(ofSuite, withModel("acme/two", "acme/two")).matter).toEqual([
    { what: "agents.x.model", a: "acme/one", b: "acme/two", topic: "model" },
  ]);
  expect(runDifferences(ofSuite, withModel(null, "acme/two")).matter).toEqual([
    { what: "agents.x.model", a: "acme/one", b: "acme/two", topic: "model" },
  ]);
});
