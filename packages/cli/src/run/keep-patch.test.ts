import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runProgram } from "../../test/run-program.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { keepPatch } from "./keep-patch.ts";

test("the command that applies a patch can be typed as it stands, whatever its folder is called", async () => {
  await using project = await tempFolder();
  const folder = join(project.path, "my app's");
  await mkdir(folder);
  const patch =
    "diff --git a/new.txt b/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+one\n";
  const command = keepPatch(patch, "7f3a0000", { folder, project: project.path });
  const { code, stderr } = await runProgram("bash", ["-c", command()], { cwd: folder, env: process.env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(readFileSync(join(project.path, "new.txt"), "utf8")).toBe("one\n");
  expect(command("-R")).toContain(" apply -R ");
});
