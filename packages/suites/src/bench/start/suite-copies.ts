import { join } from "node:path";
import type { Suite } from "../../suite/suite.ts";
import { beginningOf } from "./key-files.ts";

/** Whether a file in this folder is a copy of a suite, by its name and its content. Never throws. */
export type SuiteCopyTest = (folder: string, name: string) => boolean;

const headBytes = 4_096;
const mostBytes = 2 ** 20;

/** `a.json`, `a copy.jsonc`, and what editors make of them: `a.json.bak`, `a.json~`, `#a.json#`, `.a.json.swp`. */
const named = /\.json/i;
/** Editors write these in pieces, so that the beginning says nothing. */
const swap = /\.sw[a-p]$/i;

/**
 * Looks for copies of a suite: files of JSON, backups of editors included, that have the prompt of one of its cases and
 * something that is expected there, each as a whole string. So a page that only quotes a suite is none. Mostly 4 KiB
 * are read, at most the first MiB.
 */
export function suiteCopyTest({ name: suite, cases }: Suite): SuiteCopyTest {
  const texts = cases.map(({ prompt, expect }) => ({
    prompt: JSON.stringify(prompt),
    expected: expect.map(({ source }) => JSON.stringify(source)),
  }));
  return (folder, name) => {
    if (!named.test(name)) return false;
    const path = join(folder, name);
    const head = beginningOf(path, headBytes);
    if (!swap.test(name) && !head.includes('"cases"') && !head.includes(JSON.stringify(suite))) return false;
    const text = Buffer.byteLength(head) < headBytes ? head : beginningOf(path, mostBytes);
    return texts.some(
      ({ prompt, expected }) => text.includes(prompt) && expected.some((each) => text.includes(each)),
    );
  };
}
