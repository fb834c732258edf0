import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";

const top = fs.mkdtempSync(join(tmpdir(), "x-timing-"));
afterAll(() => fs.rmSync(top, { recursive: true, force: true }));

test.each(["overlay", "copy"] as const)(
  "how long 5,000 files take by %s (printed, not judged)",
  async (method) => {
    const source = join(top, "source");
    for (let folder = 0; folder < 100; folder++) {
      fs.mkdirSync(join(source, `folder-${folder}`), { recursive: true });
      for (let file = 0; file < 50; file++) {
        fs.writeFileSync(join(source, `folder-${folder}`, `file-${file}`), "x".repeat(100 * file));
      }
    }
    const times: string[] = [];
    const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
      const start = performance.now();
      const result = await work();
      times.push(`${what} ${Math.round(performance.now() - start)} ms`);
      return result;
    };
    const { sandbox } = await chooseSandbox("auto");
    await using workspaces = await timed("open", () => openWorkspaces({ method, parent: top }));
    await using base = await timed("prepare", () => workspaces.prepare({ kind: "folder", path: source }));
    const workspace = await timed("create", () => base.create());
    const exit = await timed("exec true", () => sandbox.exec({ argv: ["true"] }, { workspace }));
    fs.writeFileSync(`${workspace.path}/folder-1/file-1`, "changed");
    const changes = await timed("changes", () => workspace.changes());
    await timed("patch", () => workspace.patch());
    const frozen = await timed("freeze", () => workspace.freeze());
    await timed("dispose", () => workspace.dispose());
    await frozen.dispose();
    console.log(`5,000 files, ${method}, ${sandbox.name}: ${times.join(", ")}`);
    expect(exit.code).toBe(0);
    expect(changes.length).toBe(1);
    fs.rmSync(source, { recursive: true });
  },
);
