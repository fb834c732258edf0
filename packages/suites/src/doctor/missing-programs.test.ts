import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseSandbox, type SandboxChoice } from "../sandbox/choose-sandbox.ts";
import { readSuite } from "../suite/read-suite.ts";
import { examineSuite } from "./examine-suite.ts";

/** On this machine, as if it showed no more than a sandbox does. */
async function closedSandbox(): Promise<SandboxChoice> {
  const choice = await chooseSandbox("host");
  const { sandbox } = choice;
  return { ...choice, sandbox: { ...sandbox, enforces: { ...sandbox.enforces, files: true } } };
}

test("who proves a suite is told which programs of its tests a sandbox does not have", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-doctor-"));
  try {
    mkdirSync(join(folder, "work"));
    const it = { prompt: "p", workspace: "work" };
    const text = JSON.stringify({
      name: "s",
      cases: [
        { ...it, id: "lost", expect: ["test:program-of-nobody --all passes"] },
        { ...it, id: "found", expect: ["test:sh -c false passes"] },
      ],
    });
    const suite = await readSuite({ text, file: join(folder, "suite.json") });
    const options = { suite, folder, sandbox: await closedSandbox() };
    const { notices } = await examineSuite(options);
    expect(notices).toEqual([
      expect.stringMatching(
        /^program-of-nobody \(1 case\) is started by tests of the suite and is not inside/,
      ),
    ]);
    expect((await examineSuite({ ...options, cases: suite.cases.slice(1) })).notices).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
