import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sweepLeftovers, workspacesRoot } from "../../src/workspace/private-folder.ts";

const program = `
  import { createAccount } from "@flow-state-dev/core";
  import { openGateway } from "@flow-state-dev/suites";
  await openGateway({ account: createAccount({ name: "case" }) });
  console.log("open");
`;

test("what a gateway leaves when its process is killed goes with the leftovers of workspaces", async () => {
  const folder = mkdtempSync(join(tmpdir(), "killed-"));
  try {
    const words = [
      "--conditions=@flow-state-dev/source",
      "--input-type=module-typescript",
      "--eval",
      program,
    ];
    const child = spawn(process.execPath, words, {
      stdio: ["ignore", "pipe", "inherit"],
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: folder, NODE_OPTIONS: "" },
    });
    expect(String((await once(child.stdout, "data"))[0])).toBe("open\n");
    child.kill("SIGKILL");
    await once(child, "close");
    const root = await workspacesRoot(folder);
    expect(readdirSync(root)).toHaveLength(1);
    expect(await sweepLeftovers(root)).toBe(1);
    expect([readdirSync(folder), readdirSync(root)]).toEqual([[root.slice(folder.length + 1)], []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
