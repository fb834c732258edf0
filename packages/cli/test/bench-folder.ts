import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SuiteResults } from "@flow-state-dev/suites";
import type { OnStart } from "./run-program.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

/** The suite of the published page, and the answers of a model for it. */
export const example = fileURLToPath(new URL("../../../bench/example-suite.json", import.meta.url));
export const script = fileURLToPath(new URL("../../../bench/example-suite.script.json", import.meta.url));

/** An agent that does what cases expect by default. */
export const touch = "command:touch done.txt";

const limits = { budget: 1, timeout: 20 };

type Case = Record<string, unknown> & { id: string };

/**
 * A folder with a suite `suite.json` on a small workspace `work`; cases have a prompt and an expectation by default.
 */
export async function benchFolder(cases: readonly Case[], more: Record<string, unknown> = {}) {
  const folder = await tempFolder();
  put(folder.path, "work/a.txt", "one\n");
  put(folder.path, "suite.json", suiteText(cases, more));
  return {
    ...folder,
    file: (name: string) => join(folder.path, name),
    /** Runs `x bench suite.json` there and reads what `--output` wrote. */
    async bench(args: readonly string[], options: { env?: NodeJS.ProcessEnv; onStart?: OnStart } = {}) {
      const out = join(folder.path, "out.json");
      const ended = await runX(["bench", "suite.json", "--output", "out.json", ...args], {
        cwd: folder.path,
        ...options,
      });
      const results = existsSync(out) ? (JSON.parse(readFileSync(out, "utf8")) as SuiteResults) : null;
      return { ...ended, results: results! };
    },
  };
}

/** A suite on the workspace `work`. */
export function suiteText(cases: readonly Case[], more: Record<string, unknown> = {}): string {
  const defaults = { prompt: "Do it.", expect: ["file:done.txt exists"] };
  return JSON.stringify({
    ...{ name: "small", workspace: "work", defaults: limits, ...more },
    cases: cases.map((each) => ({ ...defaults, ...each })),
  });
}

/** Writes a file below a folder. */
export function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
