import { readFileSync } from "node:fs";
import { checkScript } from "./check-script.ts";
import type { Script } from "./script.ts";
import { InvalidScriptError } from "./script-errors.ts";

/**
 * A script from a JSON file, in the full form (`conversations`) or the short one (`turns`).
 * Throws an `InvalidScriptError` that names the file and the place of the first mistake.
 */
export function readScript(file: string): Script {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const problem = missing
      ? "there is no such file; check the path after scripted:"
      : `the file cannot be read (${(cause as NodeJS.ErrnoException).code ?? "unknown error"})`;
    throw new InvalidScriptError({ file, place: "", problem, cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new InvalidScriptError({
      file,
      place: "",
      problem: `not JSON: ${(cause as Error).message}`,
      cause,
    });
  }
  return checkScript(value, file);
}
