import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { checkDisk } from "./check-disk.ts";
import { byPlace, checkSuite } from "./check-suite.ts";
import { nearestSuite, suitesIn, usualFolder } from "./nearest-suite.ts";
import { resolveSuite } from "./resolve-suite.ts";
import type { Suite } from "./suite.ts";
import { SuiteError } from "./suite-error.ts";
import { suiteBounds } from "./suite-limits.ts";

/** The path of a suite file; or the text of a suite and the file it is to be taken for, which need not exist. */
export type SuiteSource = string | { text: string; file: string };

/**
 * Reads and checks a suite: JSON, also with comments and trailing commas. Throws a `SuiteError` with every mistake in
 * it, each with its place and the nearest right form.
 */
export async function readSuite(source: SuiteSource): Promise<Suite> {
  const file = typeof source === "string" ? source : source.file;
  const text = typeof source === "string" ? await textOf(file) : source.text;
  const folder = dirname(resolve(file));
  const { suite, value, problems, positionOf, locate } = checkSuite(text, file);
  const disk = await checkDisk(value, folder);
  const all = [...problems, ...disk.issues.map(locate)].sort(byPlace);
  if (suite === null || all.length > 0) throw new SuiteError(all);
  return resolveSuite(suite, {
    file,
    folder,
    positionOf,
    isFolder: (absolute) => disk.folders.has(absolute),
  });
}

async function textOf(file: string): Promise<string> {
  const refuse = (message: string, hint: string | null = null, nearest: string | null = null) =>
    new SuiteError([
      {
        code: "suite-unreadable",
        file,
        line: null,
        column: null,
        caseId: null,
        caseNumber: null,
        expectation: null,
        message,
        hint,
        nearest,
      },
    ]);
  let bytes: Buffer;
  try {
    const facts = await stat(file);
    if (facts.isDirectory()) throw refuse("this is a folder, not a suite", await folderHint(file));
    if (!facts.isFile()) throw refuse("this is not a file");
    if (facts.size > suiteBounds.fileBytes)
      throw refuse(`the file is larger than ${suiteBounds.fileBytes / 1024 / 1024} MB`);
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof SuiteError) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw refuse(`the file cannot be read (${code})`);
    const nearest = await nearestSuite(file, resolve(file));
    const hint =
      nearest === null
        ? "name a suite from this folder, or begin one with x init"
        : `did you mean ${nearest}?`;
    throw refuse("there is no such file", hint, nearest);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("the file is not UTF-8 text", "save it as UTF-8");
  }
}

async function folderHint(folder: string): Promise<string> {
  const own = await suitesIn(folder);
  const [first, ...others] = own.length > 0 ? own : await suitesIn(join(folder, usualFolder));
  if (first === undefined) return "name a file in it";
  return others.length === 0 ? `did you mean ${first}?` : `name a file in it, such as ${first}`;
}
