import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { receiptFile } from "../../doctor/receipt-file.ts";
import type { Suite, SuiteCase } from "../../suite/suite.ts";
import { namedPaths } from "../../text/named-paths.ts";
import { shown } from "../../text/shown.ts";
import { contentDigest } from "../../workspace/content-digest.ts";
import { chosen, countedFiles } from "../../workspace/counted-files.ts";
import { goOnPreparing, type Preparing } from "../../workspace/preparing.ts";
import type { SourceFacts, SourceSpec } from "../../workspace/source.ts";
import type { WorkspaceBase } from "../../workspace/workspace.ts";
import type { Workspaces } from "../../workspace/workspaces.ts";
import { type SetupParts, setUpCase } from "./case-setup.ts";
import { packagesElsewhere } from "./packages-elsewhere.ts";
import { projectFolder } from "./project-folder.ts";
import { type ProjectState, projectState } from "./project-state.ts";
import type { SuiteCopyTest } from "./suite-copies.ts";
import { suitesBeside } from "./suites-beside.ts";
import { unmatchedGlobs } from "./unmatched-globs.ts";
import { type HistoryParts, type SeenBase, withoutUnseen } from "./unseen.ts";

/** So many sources are got ready at once: a suite may name hundreds of repositories. */
export const sourcesAtOnce = 4;

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
  /** Finds copies of the suite, which no agent may see either. */
  isCopy?: SuiteCopyTest;
  /** Takes them out of the history of git too, when given. */
  history?: HistoryParts;
  /** Told each notice once, as soon as it is known. */
  onNotice?: (notice: string) => void;
  /** Who waits for sources to be ready. */
  preparing?: Preparing;
}

/** Bases of cases, each made once: cases of the same source share it, runs of the same case share its set-up. */
export class CaseBases {
  readonly #options: CaseBasesOptions;
  readonly #sources = new Map<string, Promise<SeenBase>>();
  readonly #contents = new Map<string, Promise<string>>();
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
  async source(it: SuiteCase): Promise<WorkspaceBase> {
    return (await this.#seen(this.#specOf(it))).base;
  }

  /**
   * Digest of the files that a case names as its workspace, as they are laid out for the agent; null for the project,
   * which is what runs are compared across.
   */
  async content(it: SuiteCase): Promise<string | null> {
    if (it.workspace.kind === "project") return null;
    const spec = this.#specOf(it);
    const { content, leftOut } = await this.#seen(spec);
    if (content !== null || spec.kind === "git") return content;
    const known = this.#contents.get(spec.path) ?? digestOfFolder(spec.path, leftOut);
    this.#contents.set(spec.path, known);
    return known;
  }

  /** What tells the project from what it was in another run. */
  async project(): Promise<ProjectState> {
    const spec = { kind: "folder", path: this.#options.project } as const;
    const { base, leftOut } = await this.#seen(spec);
    return projectState(spec.path, base.source, leftOut);
  }

  /** The files that an agent starts from. A set-up that failed is tried again the next time. */
  of(it: SuiteCase, parts: SetupParts): Promise<CaseBase> {
    const known = this.#cases.get(it.id) ?? this.#setUp(it, parts);
    this.#cases.set(it.id, known);
    known.catch(() => this.#cases.delete(it.id));
    return known;
  }

  /**
   * Tells of files that changed since, where a large folder is used as it lies. To be asked when the cases have run.
   */
  async lookForDrift(): Promise<void> {
    for (const seen of this.#sources.values()) {
      const { base, leftOut } = await seen;
      try {
        const changed = chosen(await base.drift(), leftOut);
        if (changed.length > 0 && base.source.kind === "folder")
          this.#tell(driftNotice(base.source.path, changed));
      } catch (error) {
        this.#tell((error as Error).message);
      }
    }
  }

  #specOf({ workspace }: SuiteCase): SourceSpec {
    if (workspace.kind === "project") return { kind: "folder", path: this.#options.project };
    if (workspace.kind === "folder") return { kind: "folder", path: workspace.absolute };
    return { kind: "git", repository: workspace.absolute ?? workspace.repository, ref: workspace.ref };
  }

  #tell(notice: string): void {
    if (this.#notices.has(notice)) return;
    this.#notices.add(notice);
    this.#options.onNotice?.(notice);
  }

  #seen(spec: SourceSpec): Promise<SeenBase> {
    const key = JSON.stringify(spec);
    const known = this.#sources.get(key) ?? this.#prepare(spec);
    this.#sources.set(key, known);
    return known;
  }

  async #prepare(spec: SourceSpec): Promise<SeenBase> {
    const { workspaces, exclude, history, isCopy, preparing = {} } = this.#options;
    goOnPreparing(preparing);
    const base = await workspaces.prepare(spec, preparing);
    goOnPreparing(preparing);
    const seen = await withoutUnseen(base, spec, exclude, history, isCopy);
    goOnPreparing(preparing);
    const elsewhere = spec.kind === "folder" ? packagesElsewhere(spec.path) : [];
    for (const notice of [...seen.notices, ...elsewhere, ...notFetched(base.source)]) this.#tell(notice);
    return seen;
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
      this.#tell(
        `protect: nothing in the workspace matches ${shown(glob, 100)}; only what an agent adds there is removed before grading.`,
      );
  }
}

async function digestOfFolder(path: string, leftOut: readonly string[]): Promise<string> {
  return contentDigest(path, await countedFiles(path, leftOut));
}

function driftNotice(path: string, changed: readonly string[]): string {
  return `Files of ${path} changed while cases ran on them, so that not all cases began with the same ones: ${namedPaths(changed)}. Run again while nobody works there.`;
}

function notFetched(source: SourceFacts): string[] {
  if (source.kind !== "git") return [];
  const { repository, submodules = [], largeFiles = [] } = source;
  return [
    ...(submodules.length === 0
      ? []
      : [
          `Submodules of ${repository} are not fetched, so these folders are empty: ${submodules.join(", ")}. Fill them in setup, or use a folder as the workspace.`,
        ]),
    ...(largeFiles.length === 0
      ? []
      : [
          `What Git LFS keeps of ${repository} is not fetched, so these files hold only a pointer: ${namedPaths(largeFiles)}. Use a folder as the workspace if cases need them.`,
        ]),
  ];
}

/**
 * Where the files of cases come from: agents see them in their workspaces alone, which lack what they may not see, and
 * not where they lie. The folder of temporary files, where all workspaces are, is one of those, and the user's home is
 * nothing for them.
 */
export function sourcesOf({ cases }: Suite, folder: string): string[] {
  const named = cases.map(({ workspace }) => (workspace.kind === "project" ? null : workspace.absolute));
  return [...new Set([projectFolder(folder), tmpdir(), homedir(), ...named.filter((path) => path !== null)])];
}

/**
 * What no agent may see of a suite, nor find in a history: the suite and its receipt, hidden files and solutions, and
 * those of the other suites in its folder. A suite that is no file has only what it declares itself.
 */
export function excludedPaths({ file, folder, cases }: Suite): string[] {
  const suiteFile = join(folder, basename(file));
  const declared = cases.flatMap(({ hidden, solution }) => [hidden?.absolute, solution?.absolute]);
  const answers = declared.filter((path) => path !== undefined);
  if (!existsSync(suiteFile)) return [...new Set(answers)];
  return [...new Set([suiteFile, receiptFile(suiteFile), ...answers, ...suitesBeside(folder)])];
}
