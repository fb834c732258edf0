import type { SuiteCase } from "../suite/suite.ts";
import type { SourceSpec } from "../workspace/source.ts";
import type { WorkspaceBase } from "../workspace/workspace.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import { type SetupParts, setUpCase } from "./case-setup.ts";
import { type HistoryParts, withoutUnseen } from "./unseen.ts";

/** What a case starts from. */
export interface CaseBase {
  base: WorkspaceBase;
  /** How long its set-up took, in milliseconds. */
  setupMs: number;
}

/** What bases are made of. */
export interface CaseBasesOptions {
  workspaces: Workspaces;
  /** The workspace of cases that name none. */
  project: string;
  /** Absolute paths that no agent may see: the suite, what it declares as hidden, its solutions. */
  exclude: readonly string[];
  /** Takes answers out of the history of git too, when given. */
  history?: HistoryParts;
}

/** Bases of cases, each made once: cases of the same source share it, runs of the same case share its set-up. */
export class CaseBases {
  readonly #options: CaseBasesOptions;
  readonly #sources = new Map<string, Promise<WorkspaceBase>>();
  readonly #cases = new Map<string, Promise<CaseBase>>();
  readonly #notices = new Set<string>();

  constructor(options: CaseBasesOptions) {
    this.#options = options;
  }

  /** What readers of the results must know about the files that agents started from. */
  get notices(): string[] {
    return [...this.#notices];
  }

  /** The files of the source of a case. */
  source(it: SuiteCase): Promise<WorkspaceBase> {
    const spec = this.#specOf(it);
    const key = JSON.stringify(spec);
    const known = this.#sources.get(key) ?? this.#prepare(spec);
    this.#sources.set(key, known);
    return known;
  }

  /** The files that an agent starts from. A set-up that failed is tried again the next time. */
  of(it: SuiteCase, parts: SetupParts): Promise<CaseBase> {
    const known = this.#cases.get(it.id) ?? this.#setUp(it, parts);
    this.#cases.set(it.id, known);
    known.catch(() => this.#cases.delete(it.id));
    return known;
  }

  #specOf({ workspace }: SuiteCase): SourceSpec {
    if (workspace.kind === "project") return { kind: "folder", path: this.#options.project };
    if (workspace.kind === "folder") return { kind: "folder", path: workspace.absolute };
    return { kind: "git", repository: workspace.absolute ?? workspace.repository, ref: workspace.ref };
  }

  async #prepare(spec: SourceSpec): Promise<WorkspaceBase> {
    const { workspaces, exclude, history } = this.#options;
    const base = await workspaces.prepare(spec);
    const { base: without, notice } = await withoutUnseen(base, spec, exclude, history);
    if (notice !== null) this.#notices.add(notice);
    return without;
  }

  async #setUp(it: SuiteCase, parts: SetupParts): Promise<CaseBase> {
    const source = await this.source(it);
    const started = performance.now();
    const base = await setUpCase(source, it, parts);
    return { base, setupMs: Math.round(performance.now() - started) };
  }
}

/** What no agent may see of a suite. */
export function excludedPaths(suiteFile: string, cases: readonly SuiteCase[]): string[] {
  return [...new Set([suiteFile, ...answerPaths(cases)])];
}

/** Where the answers of cases lie: hidden folders and solutions. */
export function answerPaths(cases: readonly SuiteCase[]): string[] {
  const declared = cases.flatMap(({ hidden, solution }) => [hidden?.absolute, solution?.absolute]);
  return [...new Set(declared.filter((path) => path !== undefined))];
}
