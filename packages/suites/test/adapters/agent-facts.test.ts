import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { agentFacts, fixturesFolder } from "./support/agent-facts.ts";

test.each(knownClis)("$name has all that the tests need", ({ name }) => {
  expect(agentFacts(name).ok.events).toContain("message");
});

test("what an added agent lacks is said in a sentence that names the file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "agent-facts-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = (name: string) => `packages/suites/test/adapters/fixtures/new/${name}`;
  const said = () => {
    try {
      return JSON.stringify(agentFacts("new", folder));
    } catch (error) {
      return (error as Error).message;
    }
  };
  const how = 'see "Adding an agent" in CONTRIBUTING.md.';
  expect(said()).toBe(`The agent new has no ${file("facts.json")}: ${how}`);
  await mkdir(join(folder, "new"));
  await writeFile(join(folder, "new/facts.json"), "half {");
  expect(said()).toContain(`${file("facts.json")} is not as it must be (it: `);
  const facts = agentFacts("pi");
  await writeFile(join(folder, "new/facts.json"), JSON.stringify({ ...facts, refused: { exitCode: 0 } }));
  expect(said()).toMatch(
    /facts\.json is not as it must be \(refused\.sample: .+; refused\.status: .+\): see/,
  );
  await writeFile(join(folder, "new/facts.json"), JSON.stringify(facts));
  expect(said()).toBe(`The agent new has no ${file("ok.jsonl")}: ${how}`);
  await cp(join(fixturesFolder, "pi/ok.jsonl"), join(folder, "new/ok.jsonl"));
  expect(said()).toBe(`The agent new has no ${file("api402.jsonl")}: ${how}`);
  await cp(join(fixturesFolder, "pi/api402.jsonl"), join(folder, "new/api402.jsonl"));
  expect(said()).toBe(JSON.stringify(facts));
});
