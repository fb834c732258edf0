import { shown } from "../expect/shown.ts";
import type { SuiteCase } from "../suite/suite.ts";
import type { SourceFacts, SourceSpec } from "../workspace/source.ts";
import type { WorkspaceBase } from "../workspace/workspace.ts";
import type { Workspaces } from "../workspace/workspaces.ts";
import { type SetupParts, setUpCase } from "./case-setup.ts";
import { unmatchedGlobs } from "./unmatched-globs.ts";
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
    const { base: without, notices } = await withoutUnseen(base, spec, exclude, history);
    for (const notice of [...notices, ...submoduleNotice(base.source)]) this.#notices.add(notice);
    return without;
  }

  async #setUp(it: SuiteCase, parts: SetupParts): Promise<CaseBase> {
    const source = await this.source(it);
    const started = performance.now();
    const base = await setUpCase(source, it, parts);
    const setupMs = Math.round(performance.now() - started);
    if (it.protect.length > 0) await this.#lookForProtected(it, base);
    return { base, setupMs };
  }

  /** A glob with a slip in it protects nothing, and nobody would see. */
  async #lookForProtected(it: SuiteCase, base: WorkspaceBase): Promise<void> {
    const spec = this.#specOf(it);
    const asItStands = spec.kind === "folder" && it.setup.length === 0 && it.files.length === 0;
    await using workspace = asItStands ? null : await base.create();
    for (const glob of await unmatchedGlobs(workspace?.path ?? (spec as { path: string }).path, it.protect))
      this.#notices.add(
        `protect: nothing in the workspace matches ${shown(glob, 100)}; only what an agent adds there is removed before grading.`,
      );
  }
}

function submoduleNotice(source: SourceFacts): string[] {
  if (source.kind !== "git" || source.submodules === undefined) return [];
  const { repository, submodules } = source;
  return [
    `Submodules of ${repository} are not fetched, so these folders are empty: ${submodules.join(", ")}. Fill them in setup, or use a folder as the workspace.`,
  ];
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
