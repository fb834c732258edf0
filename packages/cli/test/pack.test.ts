import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { npmEnvironment } from "../../../scripts/npm-environment.ts";
import packageJson from "../package.json" with { type: "json" };
import { runProgram } from "./run-program.ts";
import { tempFolder } from "./temp-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

test("packed and installed into an empty project, the README's first snippet and x work", async () => {
  await using folder = await tempFolder();
  const must = async (command: string, args: string[], cwd: string) => {
    const { code, stdout, stderr } = await runProgram(command, args, {
      cwd,
      env: npmEnvironment(),
      timeout: 240_000,
    });
    expect(code, `${command} ${args.join(" ")}\n${stdout}\n${stderr}`).toBe(0);
    return stdout;
  };

  await must(process.execPath, ["scripts/build.ts"], root);
  // As `x init` and the docs say it.
  await must(
    "npm",
    ["--prefix", root, "pack", "--workspaces", "--pack-destination", folder.path],
    folder.path,
  );
  const tarballs = readdirSync(folder.path).filter((name) => name.endsWith(".tgz"));
  const packages = readdirSync(join(root, "packages")).filter((name) =>
    existsSync(join(root, "packages", name, "package.json")),
  );
  expect(tarballs).toHaveLength(packages.length);

  const project = folder.path;
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await must(
    "npm",
    ["install", "--no-audit", "--no-fund", "@types/node", ...tarballs.map((name) => `./${name}`)],
    project,
  );

  expect(await must("npx", ["x", "--version"], project)).toBe(`${packageJson.version}\n`);

  // Who stays on one machine does not install the queue, nor the machine code that comes with it.
  const open =
    'import("@flow-state-dev/sweep").then(({ CellQueue }) => CellQueue.open("postgres://127.0.0.1:1/x"))';
  const lacking = await runProgram(process.execPath, ["-e", open], { cwd: project });
  expect(lacking.stderr).toContain("Run npm install bullmq where x is installed");
  expect(lacking.code).toBe(1);
  const worker = await runProgram("npx", ["x", "worker", "--on", "postgres://127.0.0.1:1/x"], {
    cwd: project,
    env: npmEnvironment(),
  });
  expect(worker.stderr).toContain("Run npm install bullmq where x is installed");
  expect(worker.stderr).not.toContain("Taking cells");
  expect(worker.code).toBe(2);

  const readme = readFileSync(join(root, "README.md"), "utf8");
  const snippet = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const printed = /```ts\n[\s\S]*?```\s+```(?:text)?\n([\s\S]*?)```/.exec(readme)?.[1];
  await writeFile(join(project, "first.ts"), snippet);
  expect(await must(process.execPath, ["first.ts"], project)).toBe(printed);

  const fromThePage = readFileSync(join(root, "packages/testing/test/support/spec-program.ts"), "utf8");
  await writeFile(join(project, "from-the-page.ts"), fromThePage);
  expect(await must(process.execPath, ["from-the-page.ts"], project)).toContain("own: planner 0.9 of 2\n");

  // The published types hold for a strict project that has none of our conditions, and of types only those of Node.
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { strict: true, module: "nodenext", target: "es2024", noEmit: true, types: ["node"] },
      files: ["first.ts", "from-the-page.ts"],
    }),
  );
  await must(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", project], root);
}, 300_000);
