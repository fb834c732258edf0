import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import {
  importRun,
  MalformedLineError,
  type MergedRun,
  mergeRun,
  openStoreAt,
  type Run,
  RunExistsError,
  shortRunId,
} from "@flow-state-dev/records";
import { storeAddress } from "../machines/store-place.ts";
import { reading } from "../runs/open-runs.ts";
import { shellWord } from "../text/shell-word.ts";
import { counted } from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { XContext } from "../x-context.ts";

/** A file of a run that is not there, or cannot be read. */
export class NoRunFileError extends FlowError {
  override readonly name = "NoRunFileError";

  constructor(file: string, problem: "missing" | "folder" | "unreadable" | "empty" | "other") {
    const writing = "Write one with x export <run> --format jsonl --output";
    const what = {
      missing: `There is no file ${file}. ${writing} ${shellWord(file)}`,
      folder: `${file} is no file: name the one that x export <run> --format jsonl wrote.`,
      empty: `${file} is empty. ${writing} ${shellWord(file)}`,
      other: `${file} does not begin as a run that was exported as jsonl. ${writing} run.jsonl`,
      unreadable: `${file} may not be read: look at its rights.`,
    };
    super(what[problem], { code: "no-run-file" });
  }
}

/**
 * `x import <file>`: takes a run that was exported as JSON Lines into the records that X_STORE names, or those of the
 * current folder, as it is. One that is here already gets what is new in the file, and nothing of it changes. Exit
 * codes: 0 it is here, 2 the file cannot be used.
 */
export function importCommand(this: XContext, _flags: object, file: string): Promise<void> {
  return reading(this, async () => {
    const folder = process.cwd();
    const path = resolve(folder, file);
    const there = await stat(path).catch(() => null);
    if (!there) throw new NoRunFileError(file, "missing");
    if (!there.isFile()) throw new NoRunFileError(file, "folder");
    await access(path, constants.R_OK).catch(() => {
      throw new NoRunFileError(file, "unreadable");
    });
    if (there.size === 0) throw new NoRunFileError(file, "empty");
    const store = await openStoreAt(storeAddress({}, this.process.env) ?? folder);
    try {
      const { stdout } = this.process;
      const at = new Date().toISOString();
      const told = await importRun(store, createReadStream(path, "utf8"), { at }).then(
        (run) => ({ run, text: `Run ${nameOf(run)} is here now.\n` }),
        async (error: unknown) => {
          if (!(error instanceof RunExistsError)) throw error;
          const merged = await mergeRun(store, createReadStream(path, "utf8"), { at });
          return { run: merged.run, text: `${mergedText(merged)}\n` };
        },
      );
      stdout.write(told.text);
      // Whoever goes on with it takes the results of others for their own.
      if (told.run.state !== "finished")
        stdout.write("It is not finished; going on with it (--resume) counts the results that are in it.\n");
    } catch (error) {
      if (error instanceof MalformedLineError && error.line === 1 && !(await beginsAsRun(path)))
        throw new NoRunFileError(file, "other");
      throw error;
    } finally {
      await store.close();
    }
  });
}

function nameOf({ id, manifest }: Run): string {
  return `${shortRunId(id)} of ${visibleLine(manifest.name, 60)}`;
}

/** What a run that was here got from the file. */
function mergedText({ run, cells, attempts, calls }: MergedRun): string {
  const here = `Run ${nameOf(run)} was here already`;
  if (attempts + calls === 0) return `${here}: no cell, attempt or call in the file is new.`;
  const news = [counted(attempts, "attempt"), counted(calls, "call")];
  if (cells > 0) news.unshift(counted(cells, "cell"));
  return `${here}, and got what was new in the file: ${news.join(", ")}.`;
}

/** Characters that no first line of a run has: what is no run may have no end of a line in gigabytes. */
const longestHeader = 2 ** 26;

/** Is its first line that of a run, whatever else is wrong with it? That is then worth telling in detail. */
async function beginsAsRun(path: string): Promise<boolean> {
  let begun = "";
  for await (const piece of createReadStream(path, "utf8") as AsyncIterable<string>) {
    begun += piece;
    if (piece.includes("\n") || begun.length > longestHeader) break;
  }
  try {
    return (JSON.parse(begun.split("\n", 1)[0]!) as { format?: unknown } | null)?.format === "x-run";
  } catch {
    return false;
  }
}
