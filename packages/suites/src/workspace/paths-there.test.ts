import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderView } from "./folder-view.ts";
import { pathsThere } from "./paths-there.ts";

async function folder() {
  const path = await mkdtemp(join(tmpdir(), "paths-there-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

test("it tells what the view tells, through links, files and folders that are not there", async () => {
  await using made = await folder();
  await mkdir(join(made.path, "a/b"), { recursive: true });
  await writeFile(join(made.path, "a/b/file"), "");
  await symlink("b", join(made.path, "a/inside"));
  await symlink("/etc", join(made.path, "a/outside"));
  await symlink("nowhere", join(made.path, "a/lost"));
  const view = folderView(made.path);
  const isThere = pathsThere({ path: made.path, view });
  const paths = [
    ...["a", "a/b", "a/b/file", "a/b/file/x", "a/b/none", "a/none/x", "none", "a/inside", "a/inside/file"],
    ...["a/inside/none", "a/outside", "a/outside/passwd", "a/outside/none", "a/lost", "a/lost/x"],
    "x".repeat(5_000),
  ];
  for (const path of [...paths, ...paths.toReversed()])
    expect([path, await isThere(path)]).toEqual([path, (await view.kind(path)) !== "missing"]);
});

test("folders within each other are gone through once, whatever is asked for in them", async () => {
  await using made = await folder();
  const parts = Array.from({ length: 600 }, () => "deep");
  await mkdir(join(made.path, ...parts), { recursive: true });
  const isThere = pathsThere({ path: made.path, view: folderView(made.path) });
  const began = performance.now();
  for (let depth = 1; depth <= parts.length; depth++)
    for (const name of ["HEAD", "config"])
      expect(await isThere(`${parts.slice(0, depth).join("/")}/${name}`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(3_000);
});
