import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { told, type WorkspaceBench } from "../support/workspace-bench.ts";

/** Registers the tests of views that lead nowhere else, and what is left of a workspace: nothing. */
export function removalConformance(bench: WorkspaceBench): void {
  const { onWorkspace } = bench;

  onWorkspace("its view never leads out", async (workspace, path) => {
    fs.symlinkSync("src/a.ts", `${path}/in`);
    fs.symlinkSync("../..", `${path}/up`);
    fs.symlinkSync("loop", `${path}/loop`);
    fs.symlinkSync("/workspace/src", `${path}/absolute`);
    fs.symlinkSync("../src", `${path}/one/across`);
    fs.symlinkSync("src/none", `${path}/dangling`);
    fs.symlinkSync("absolute/none", `${path}/dangling2`);
    const { view } = workspace;
    const kinds = [
      "",
      "src",
      "in",
      "out",
      "up",
      "up/source",
      "loop",
      "none",
      "absolute/a.ts",
      "one/across/a.ts",
      "../source",
      "in/x",
      "absolute/none",
      "one/across/none",
      "dangling",
      "dangling/x",
      "dangling2",
      "out/none",
      "up/none",
    ];
    expect(await Promise.all(kinds.map((each) => view.kind(each)))).toEqual([
      "folder",
      "folder",
      "file",
      "link",
      "link",
      "link",
      "link",
      "missing",
      "file",
      "file",
      "link",
      "missing",
      "missing",
      "missing",
      "link",
      "missing",
      "link",
      "link",
      "link",
    ]);
    expect(await view.leadsTo("one/across/a.ts")).toBe("src/a.ts");
    expect(await view.leadsTo("src/a.ts")).toBe("src/a.ts");
    expect(await view.leadsTo("absolute")).toBe("src");
    expect(await view.leadsTo("one/across/none")).toBeNull();
    expect(await view.leadsTo("out")).toBeNull();
    expect(Buffer.from((await view.read("one/across/a.ts", 10))!).toString()).toBe("a");
    expect(await view.read("out", 10)).toBeNull();
    expect(await view.list("one", 10)).toEqual([
      { name: "across", kind: "link" },
      { name: "deep", kind: "folder" },
      { name: "x", kind: "file" },
    ]);
  });

  onWorkspace(
    "names that are no text and folders that are too deep stop nothing",
    async (workspace, path) => {
      const name = "d".repeat(200);
      execFileSync(
        "sh",
        ["-c", `for i in $(seq 40); do mkdir ${name}; cd -P ${name}; done; echo x >bottom`],
        { cwd: path },
      );
      fs.writeFileSync(Buffer.concat([Buffer.from(`${path}/bad-`), Buffer.from([0xff, 0xfe])]), "x");
      fs.writeFileSync(`${path}/good`, "x");
      const changes = await workspace.changes();
      expect(told(changes)).toContain("added good");
      expect(changes.some((each) => each.path.startsWith("bad-") && each.kind === "added")).toBe(true);
      expect(changes.some((each) => each.path.startsWith(name))).toBe(true);
      for (const last of [false, true]) {
        await using frozen = await workspace.freeze({ last });
        expect(told(await frozen.changes())).toContain("added good");
        expect(await frozen.patch()).toContain("b/good");
      }
    },
  );

  onWorkspace("is removed whatever it holds, and twice", async (workspace, path) => {
    let deep = `${path}/deep`;
    fs.mkdirSync(deep);
    for (let i = 0; i < 40; i++) {
      deep += `/${"d".repeat(60)}`;
      fs.mkdirSync(deep);
    }
    fs.writeFileSync(`${deep}/f`, "x");
    fs.chmodSync(deep, 0o555);
    fs.chmodSync(`${path}/one/deep`, 0o000);
    await workspace.dispose();
    await workspace.dispose();
    expect(() => workspace.changes()).toThrow(/it was removed/);
    // Not even when another one takes its place.
    await using next = await bench.base.create();
    expect(fs.existsSync(`${path}/src`)).toBe(false);
    expect(fs.existsSync(`${next.path}/src`)).toBe(true);
  });

  test("workspaces do not see each other, and nothing is left of them", async () => {
    const folder = fs.readdirSync(bench.top).find((each) => each.startsWith("x-workspaces-"))!;
    const run = fs.readdirSync(join(bench.top, folder))[0]!;
    expect(fs.statSync(join(bench.top, folder)).mode & 0o777).toBe(0o700);
    const rooms = () =>
      fs.readdirSync(join(bench.top, folder, run)).filter((each) => each.startsWith("workspace"));
    const [one, two] = await Promise.all([bench.base.create(), bench.base.create()]);
    fs.writeFileSync(`${one.path}/own`, "1");
    expect(fs.existsSync(`${two.path}/own`)).toBe(false);
    expect(rooms().length).toBe(2);
    await Promise.all([one.dispose(), two.dispose()]);
    expect(rooms()).toEqual([]);
  });
}
