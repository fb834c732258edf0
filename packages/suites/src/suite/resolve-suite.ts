import { resolve } from "node:path";
import { parseExpectation } from "../expect/parse-expectation.ts";
import { checkWorkspacePath } from "../expect/workspace-path.ts";
import type { Position } from "./position.ts";
import type {
  CaseExpectation,
  Solution,
  Suite,
  SuiteCase,
  SuiteGate,
  SuiteNotice,
  SuitePath,
} from "./suite.ts";
import { defaultBudgetUsd, defaultTimeoutS } from "./suite-limits.ts";
import { limitNotice } from "./suite-notice.ts";
import type { SuiteFile, SuiteFileCase } from "./suite-schema.ts";
import { parseWorkspace, type WorkspaceSource } from "./workspace-source.ts";

/** What resolving needs to know besides the file. */
export interface ResolveOptions {
  file: string;
  folder: string;
  /** Where an expectation stands. */
  positionOf: (path: readonly PropertyKey[]) => Position;
  /** What is at the absolute path of a solution. */
  isFolder: (absolute: string) => boolean;
}

/** Applies defaults and merges what the suite gives to all cases into each. The file was checked. */
export function resolveSuite(suite: SuiteFile, options: ResolveOptions): Suite {
  const shared = filesIn(suite.files);
  return {
    file: options.file,
    folder: options.folder,
    name: suite.name,
    description: suite.description ?? null,
    model: suite.model ?? null,
    cases: suite.cases.map((each, at) => resolveCase(suite, each, at, shared, options)),
    notices: noticesOf(suite),
    gate: resolveGate(suite.gate),
  };
}

function resolveGate(gate: SuiteFile["gate"]): SuiteGate {
  const { margin = null, failOn = null, maxCost = null, maxTime = null, minCoverage = null } = gate ?? {};
  return { margin, failOn, maxCost, maxTime, minCoverage };
}

function resolveCase(
  suite: SuiteFile,
  own: SuiteFileCase,
  at: number,
  shared: SuiteCase["files"],
  options: ResolveOptions,
): SuiteCase {
  const hidden = own.hidden ?? suite.hidden;
  const solution = own.solution ?? suite.solution;
  return {
    id: own.id,
    prompt: own.prompt,
    expect: own.expect.map((source, number) =>
      readExpectation(source, options.positionOf(["cases", at, "expect", number])),
    ),
    budget: own.budget ?? suite.defaults?.budget ?? defaultBudgetUsd,
    timeout: own.timeout ?? suite.defaults?.timeout ?? defaultTimeoutS,
    model: own.model ?? suite.model ?? null,
    workspace: workspaceOf(own.workspace ?? suite.workspace, options.folder),
    setup: [...(suite.setup ?? []), ...(own.setup ?? [])],
    files: own.files === undefined ? shared : merged(shared, filesIn(own.files)),
    hidden: hidden === undefined ? null : beside(hidden, options.folder),
    protect: union(suite.protect, own.protect),
    solution: solution === undefined ? null : solutionOf(beside(solution, options.folder), options.isFolder),
    agent: own.agent ?? suite.agent ?? null,
    runs: own.runs ?? suite.runs ?? 1,
    tags: union(suite.tags, own.tags),
    ...(own.family !== undefined && { family: own.family }),
    env: union(suite.env, own.env),
    network: own.network ?? suite.network ?? "gateway",
  };
}

function readExpectation(source: string, position: Position): CaseExpectation {
  const parsed = parseExpectation(source);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return { expectation: parsed.expectation, source, position };
}

function workspaceOf(text: string | undefined, folder: string): WorkspaceSource {
  if (text === undefined) return { kind: "project" };
  const parsed = parseWorkspace(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  if (parsed.kind === "folder") return { kind: "folder", ...beside(parsed.path, folder) };
  const { repository, ref, local } = parsed;
  return { kind: "git", repository, ref, absolute: local ? resolve(folder, repository) : null };
}

function beside(path: string, folder: string): SuitePath {
  return { path, absolute: resolve(folder, path) };
}

function solutionOf(path: SuitePath, isFolder: ResolveOptions["isFolder"]): Solution {
  if (isFolder(path.absolute)) return { ...path, kind: "folder" };
  return { ...path, kind: /\.(patch|diff)$/.test(path.path) ? "patch" : "script" };
}

function filesIn(files: Record<string, string> = {}): SuiteCase["files"] {
  const found = Object.entries(files).flatMap(([key, text]) => {
    const check = checkWorkspacePath(key);
    return check.ok ? [{ path: check.path, text }] : [];
  });
  return merged(found, []);
}

/** Sorted by path, of which each is there once; those of the second win. */
function merged(...all: [SuiteCase["files"], SuiteCase["files"]]): SuiteCase["files"] {
  const files = new Map(all.flat().map((file) => [file.path, file]));
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function union(...all: (readonly string[] | undefined)[]): string[] {
  return [...new Set(all.flatMap((list) => list ?? []))];
}

/** What the reader must know: cases that got the limits nobody gave. */
function noticesOf(suite: SuiteFile): SuiteNotice[] {
  const notices: SuiteNotice[] = [];
  const note = (limit: "budget" | "timeout", value: number) => {
    if (suite.defaults?.[limit] !== undefined) return;
    const cases = suite.cases.filter((each) => each[limit] === undefined).map(({ id }) => id);
    if (cases.length > 0) notices.push(limitNotice(`default-${limit}`, value, cases, suite.cases.length));
  };
  note("budget", defaultBudgetUsd);
  note("timeout", defaultTimeoutS);
  return notices;
}
