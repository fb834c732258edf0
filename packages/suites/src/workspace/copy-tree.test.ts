import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeTree } from "./remove-tree.ts";

let room = "";

beforeEach(async () => {
  room = await mkdtemp(join(tmpdir(), "x-copy-"));
});
afterEach(() => removeTree(room));

/** With a `cp` that knows few options, as that of BusyBox. */
async function copyTreeOfAlpine() {
  mkdirSync(join(room, "bin"));
  writeFileSync(join(room, "bin/cp"), "#!/bin/sh\necho 'cp: unrecognized option' >&2\nexit 1\n", {
    mode: 0o755,
  });
  vi.stubEnv("PATH", `${join(room, "bin")}:${process.env.PATH}`);
  vi.resetModules();
  return (await import("./copy-tree.ts")).copyTree;
}

test("files are copied where there is no GNU cp", async () => {
  const copyTree = await copyTreeOfAlpine();
  const from = join(room, "from");
  mkdirSync(join(from, "closed"), { recursive: true });
  mkdirSync(join(from, ".x"));
  writeFileSync(join(from, "run.sh"), "#!/bin/sh", { mode: 0o755 });
  writeFileSync(join(from, "closed/a.txt"), "a");
  writeFileSync(Buffer.concat([Buffer.from(`${from}/`), Buffer.from([0xff, 0x61])]), "no text");
  symlinkSync("closed/a.txt", join(from, "link"));
  chmodSync(join(from, "closed"), 0o500);
  const to = join(room, "to");
  await copyTree(from, to, { leaveOut: [".x"] });
  expect(
    readdirSync(to, "buffer")
      .map((name) => name.toString("latin1"))
      .sort(),
  ).toEqual([...["closed", "link", "run.sh", "\xffa"]]);
  expect(readFileSync(join(to, "closed/a.txt"), "utf8")).toBe("a");
  expect(readlinkSync(join(to, "link"))).toBe("closed/a.txt");
  expect([lstatSync(join(to, "run.sh")).mode & 0o777, lstatSync(join(to, "closed")).mode & 0o777]).toEqual([
    ...[0o755, 0o500],
  ]);
  expect(lstatSync(join(to, "run.sh")).mtimeMs).toBeCloseTo(lstatSync(join(from, "run.sh")).mtimeMs, -1);
});

test("what lies too deep to be named stops no copy that may do without it", async () => {
  const copyTree = await copyTreeOfAlpine();
  const from = join(room, "from");
  mkdirSync(from);
  writeFileSync(join(from, "a.txt"), "a");
  // Longer than a path may be, with the longer name of the target before it.
  let deep = from;
  while (deep.length + 241 < 4_095) {
    deep = join(deep, "d".repeat(240));
    mkdirSync(deep);
  }
  writeFileSync(join(deep, "f".repeat(4_094 - deep.length - 1)), "");
  const to = join(room, "a-longer-name");
  await expect(copyTree(from, join(room, "second-name"))).rejects.toThrow(
    /could not be copied: .*ENAMETOOLONG/,
  );
  await copyTree(from, to, { withoutTooDeep: true });
  expect(readFileSync(join(to, "a.txt"), "utf8")).toBe("a");
});
