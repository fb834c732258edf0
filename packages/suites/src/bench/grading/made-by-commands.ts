import type { ExpectationResult } from "../../expect/evaluate.ts";
import type { Expectation, PlainExpectation } from "../../expect/expectation.ts";
import type { Workspace } from "../../workspace/workspace.ts";

const aboutFiles: ReadonlySet<PlainExpectation["kind"]> = new Set([
  ...([
    "file-exists",
    "file-contains",
    "file-matches",
    "file-equals",
    "file-json",
    "no-file",
    "test",
  ] as const),
]);

/** Does it look at files as they are when it is evaluated? What the agent changed is known before. */
export function looksAtFiles(expectation: Expectation): boolean {
  return aboutFiles.has(plainOf(expectation).kind);
}

/** Files that a command made in its copy, which later expectations then miss: their evidence says so. */
export class MadeByCommands {
  readonly #graded: Workspace;
  readonly #made = new Map<string, string>();

  constructor(graded: Workspace) {
    this.#graded = graded;
  }

  /** Looks at a copy after its command for what later expectations ask for and the graded files do not have. */
  async note(command: string, copy: Workspace, later: readonly Expectation[]): Promise<void> {
    for (const path of later.flatMap(pathOf)) {
      const [here, there] = [await this.#graded.view.kind(path), await copy.view.kind(path)];
      if (here === "missing" && there !== "missing") this.#made.set(path, command);
    }
  }

  /** The result, with a word about the command whose work does not count. */
  explain(expectation: Expectation, result: ExpectationResult): ExpectationResult {
    const [path] = pathOf(expectation);
    const command = path === undefined ? undefined : this.#made.get(path);
    if (command === undefined || result.kind !== "graded" || result.pass) return result;
    const how = `"${command}" made it in a copy of its own; to check it there, write: test:${command} && test -e ${path}`;
    return { ...result, evidence: { ...result.evidence, text: `${result.evidence.text}; ${how}` } };
  }
}

function plainOf(expectation: Expectation): PlainExpectation {
  return expectation.kind === "not" ? expectation.of : expectation;
}

/** The file that an expectation wants to be there. */
function pathOf(expectation: Expectation): string[] {
  return expectation.kind !== "not" && expectation.kind.startsWith("file-") && "path" in expectation
    ? [expectation.path.replace(/\/$/, "")]
    : [];
}
