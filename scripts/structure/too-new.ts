import { relative } from "node:path";
import { lineAt, type SourceFile } from "./source-file.ts";

/** What the newest Node has and the oldest that is promised has not, though its types are there, and what to use. */
const tooNew: Readonly<Record<string, string>> = {
  AsyncDisposableStack: "Opened of core",
  DisposableStack: "a list that is closed by hand",
  "Promise.try": "an async function",
  "RegExp.escape": "a function of your own",
  "Error.isError": "instanceof Error",
  Float16Array: "Float32Array",
  URLPattern: "a regular expression",
};

const name = new RegExp(
  `(?<![\\w.])(?:${Object.keys(tooNew)
    .map((each) => each.replace(".", "\\."))
    .join("|")})(?!\\w)`,
  "g",
);

/** Uses of what the oldest Node does not have: one sentence each. They work here, and fail for a user. */
export function findTooNew(files: readonly SourceFile[], root: string): string[] {
  return files.flatMap(({ path, text, comments }) =>
    [...text.matchAll(name)]
      .filter(({ index }) => !comments.some(({ start, end }) => start <= index && index < end))
      .map(
        ({ 0: used, index }) =>
          `${relative(root, path)}:${lineAt(text, index)} uses ${used}, which Node 22.18 does not have: use ${tooNew[used]}`,
      ),
  );
}
