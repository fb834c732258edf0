import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { blocksOf, filesOf, projectOf } from "./doc-blocks.ts";
import { root } from "./doc-pages.ts";
import { runX } from "./run-x.ts";
import { missingLines } from "./same-output.ts";
import { tempFolder } from "./temp-folder.ts";

/** Commands of a block; what is shown after it is what the last of them prints. */
const lines = blocksOf("sh")
  .filter(({ file }) => file === undefined)
  .flatMap((block) =>
    block.text
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, "").trim())
      .filter((line) => line !== "")
      .map((command, at, { length }) => ({
        ...block,
        command,
        prints: at === length - 1 ? block.prints : undefined,
      })),
  );

/** The same command on two pages is run once, unless one of them shows what it prints. */
const commands = lines.filter(
  ({ command, prints }, at) =>
    prints !== undefined ||
    !lines.some((other, before) => other.command === command && (other.prints !== undefined || before < at)),
);

test.each(commands)("$page:$line can be typed: $command", async ({ page, command, prints }) => {
  const [npm, verb, ...rest] = command.split(/\s+/);
  const script = verb === "run" ? rest.shift() : verb;
  expect(npm, "only npm commands are known here").toBe("npm");
  expect(Object.keys(packageJson.scripts)).toContain(script);
  if (script !== "x") return;
  expect(rest.shift()).toBe("--");
  // What names a file of the page is for the reader's own project.
  const own = filesOf(page).some(({ file }) => command.includes(file!));
  await using project = own ? await projectOf(page) : null;
  // Only programs need packages, and the doctor tells of links that lead out of a project.
  if (project && rest[0] === "doctor") await rm(join(project.path, "node_modules"), { recursive: true });
  // The doctor leaves a receipt beside the suite.
  await using copy = !own && rest[0] === "doctor" ? await tempFolder() : null;
  if (copy) await cp(join(root, "bench"), join(copy.path, "bench"), { recursive: true });
  // In a home of its own: some commands start every agent that they find.
  await using home = await tempFolder();
  const cwd = project?.path ?? copy?.path ?? root;
  const { code, stdout, stderr } = await runX(rest, { cwd, env: { HOME: home.path } });
  // 1 is an answer too: without a key a model cannot be used. 2 says that the command makes no sense.
  expect([0, 1], stderr).toContain(code);
  // What takes its time tells its progress there, and nothing else.
  if (!["compare", "bench", "doctor"].includes(rest[0]!)) expect(stderr).toBe("");
  expect(stderr).not.toMatch(/warning/i);
  if (prints === undefined) expect(stdout).not.toBe("");
  else expect(missingLines(prints, stdout), stdout).toEqual([]);
});
