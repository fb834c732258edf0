import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { treeListing } from "../support/tree-listing.ts";
import { told, type WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of files laid over a workspace, and its own that are put back. */
export function layingOverConformance(bench: WorkspaceBench): void {
  const { onWorkspace } = bench;

  onWorkspace("files laid over it go through no link", async (workspace, path) => {
    const hidden = join(bench.top, "hidden");
    const outside = join(bench.top, "outside");
    fs.mkdirSync(join(hidden, "one/sub"), { recursive: true });
    fs.mkdirSync(outside, { recursive: true });
    fs.writeFileSync(join(hidden, "one/sub/test"), "hidden");
    fs.writeFileSync(join(hidden, "run.sh"), "hidden", { mode: 0o755 });
    fs.writeFileSync(join(hidden, "src"), "a file now");
    fs.writeFileSync(join(outside, "victim"), "untouched");
    fs.rmSync(`${path}/one`, { recursive: true });
    fs.symlinkSync(outside, `${path}/one`);
    fs.rmSync(`${path}/run.sh`);
    fs.symlinkSync(join(outside, "victim"), `${path}/run.sh`);
    expect(await workspace.overlay(hidden)).toEqual(["one/sub/test", "run.sh", "src"]);
    expect(fs.readFileSync(`${path}/one/sub/test`, "utf8")).toBe("hidden");
    expect(fs.lstatSync(`${path}/run.sh`).mode & 0o777).toBe(0o755);
    expect(fs.readFileSync(`${path}/src`, "utf8")).toBe("a file now");
    expect(treeListing(outside)).toEqual(
      new Map([["victim", `file false ${Buffer.from("untouched").toString("hex")}`]]),
    );
  });

  test("files laid over a link of the project go behind it, when it still leads there", async () => {
    const source = join(bench.top, "with-links");
    const hidden = join(bench.top, "hidden-behind");
    for (const each of ["shared/checks", "other"]) fs.mkdirSync(join(source, each), { recursive: true });
    fs.writeFileSync(join(source, "shared/checks/helper"), "helper");
    fs.writeFileSync(join(bench.top, "victim"), "untouched");
    fs.symlinkSync("chain", join(source, "tests"));
    fs.symlinkSync("shared/checks", join(source, "chain"));
    fs.symlinkSync("..", join(source, "out"));
    for (const each of ["tests/deep", "out"]) fs.mkdirSync(join(hidden, each), { recursive: true });
    for (const each of ["tests/deep/check", "out/victim"]) fs.writeFileSync(join(hidden, each), "hidden");
    await using base = await bench.workspaces.prepare({ kind: "folder", path: source });
    const attempt = async (change: (path: string) => void, laid: string[]) => {
      await using workspace = await base.create();
      change(workspace.path);
      expect(await workspace.overlay(hidden)).toEqual(laid);
      expect(fs.readFileSync(join(workspace.path, "tests/deep/check"), "utf8")).toBe("hidden");
      expect(fs.existsSync(join(workspace.path, "tests/helper"))).toBe(laid[1]!.startsWith("shared"));
      expect(fs.lstatSync(join(workspace.path, "out")).isDirectory()).toBe(true);
    };
    await attempt(() => {}, ["out/victim", "shared/checks/deep/check"]);
    const replaced = ["out/victim", "tests/deep/check"];
    for (const [link, target] of [
      ["tests", "other"],
      ["chain", "other"],
      ["chain", bench.top],
      ["shared/checks", "../other"],
      ["shared/checks", bench.top],
    ] as const)
      await attempt((path) => {
        fs.rmSync(join(path, link), { recursive: true });
        fs.symlinkSync(target, join(path, link));
      }, replaced);
    expect(fs.readFileSync(join(bench.top, "victim"), "utf8")).toBe("untouched");
  });

  onWorkspace("what is protected is put back, and told", async (workspace, path) => {
    fs.writeFileSync(`${path}/src/a.ts`, "cheat");
    fs.writeFileSync(`${path}/src/extra/new.ts`.replace("extra/", ""), "cheat");
    fs.rmSync(`${path}/one`, { recursive: true });
    fs.symlinkSync("/etc", `${path}/one`);
    fs.rmSync(`${path}/old`);
    fs.mkdirSync(`${path}/old`);
    fs.writeFileSync(`${path}/old/cheat`, "x");
    fs.chmodSync(`${path}/run.sh`, 0o644);
    fs.mkdirSync(`${path}/two/more/deep`, { recursive: true });
    fs.writeFileSync(`${path}/two/more/deep/x`, "x");
    fs.writeFileSync(`${path}/free`, "stays");
    const back = await workspace.restore((path) => path !== "free");
    expect(told(back)).toEqual([
      "modified old",
      "added old/cheat",
      "modified one",
      "deleted one/deep/x",
      "deleted one/x",
      "modified run.sh",
      "modified src/a.ts",
      "added src/new.ts",
      "added two/more/deep/x",
    ]);
    expect(told(await workspace.changes())).toEqual(["added free"]);
    expect(fs.existsSync(`${path}/two/more`)).toBe(false);
    expect(fs.lstatSync(`${path}/old`).mtimeMs).toBe(Date.UTC(2001, 1, 3));
    expect(await workspace.restore((path) => path.startsWith("src/"))).toEqual([]);
  });
}
