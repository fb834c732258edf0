import { execFile } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { promisify } from "node:util";
import { printable } from "../text/printable.ts";
import { passingFolder } from "../workspace/passing-folder.ts";

const run = promisify(execFile);

/** Some agents need seconds to say it. */
const withinMs = 30_000;

/**
 * What a program says its version is. Null when it says nothing that can be read. It runs with a home of its own, so
 * that it neither reads nor changes the settings of the user.
 */
export async function cliVersion(path: string): Promise<string | null> {
  await using home = await passingFolder();
  try {
    const { stdout, stderr } = await run(path, ["--version"], {
      cwd: home.path,
      env: {
        HOME: home.path,
        PATH: [dirname(process.execPath), process.env.PATH ?? "/usr/bin:/bin"].join(delimiter),
        NO_UPDATE_NOTIFIER: "1",
        TERM: "dumb",
      },
      timeout: withinMs,
      killSignal: "SIGKILL",
      maxBuffer: 64 * 1024,
    });
    return versionIn(stdout) ?? versionIn(stderr);
  } catch {
    return null;
  }
}

/** The version in what a program says: a number of the usual form, else its first line. */
export function versionIn(said: string): string | null {
  const number = /\d+\.\d+(\.\d+)?[\w.+-]*/.exec(said);
  if (number) return number[0].replace(/[.+-]+$/, "");
  const [line = ""] = printable(said.trim(), 60).split("\n");
  return line === "" ? null : line;
}
