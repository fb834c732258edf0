import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { withoutIgnored } from "./without-ignored.ts";

const added = (path: string) =>
  `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+one\n`;
const changed = (path: string) =>
  added(path).replace("new file mode 100644\n", `index ${"0".repeat(40)}..${"1".repeat(40)} 100644\n`);

test("new files that git ignores are taken out, but for who works where it ignores all", async () => {
  await using project = await tempFolder();
  const within = join(project.path, "tmp/deep");
  mkdirSync(within, { recursive: true });
  const patch = `# left out: big (added, 9 bytes)\n${added("a")}${added("tmp/b")}${changed("tmp/c")}`;
  const parted = (folder: string) => withoutIgnored(patch, { folder, project: project.path });
  expect(parted(project.path)).toEqual({ patch, ignored: "" });
  execFileSync("git", ["init", "--quiet"], { cwd: project.path });
  writeFileSync(join(project.path, ".gitignore"), "tmp/\n");
  expect(parted(project.path)).toEqual({ patch: patch.replace(added("tmp/b"), ""), ignored: added("tmp/b") });
  expect(parted(within)).toEqual({ patch, ignored: "" });
});
