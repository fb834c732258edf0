import { contentHash } from "@flow-state-dev/records";
import { formatExpectation } from "../expect/format-expectation.ts";
import type { Suite, SuiteCase } from "./suite.ts";

/**
 * Content hash of a case, 32 hex characters: of everything that shapes its result. What lies outside the suite file
 * comes in by `digests` (of the workspace, of the hidden folder, of the solution, …), from whoever reads it; paths
 * themselves do not count. Id, tags, family and number of runs do not count, nor how an expectation is spelled.
 */
export function caseHash(it: SuiteCase, digests: Readonly<Record<string, string>> = {}): string {
  const { prompt, budget, timeout, model, setup, files, protect, agent, env, network, workspace } = it;
  return contentHash({
    prompt,
    expect: it.expect.map(({ expectation }) => formatExpectation(expectation)),
    budget,
    timeout,
    model,
    workspace:
      workspace.kind === "git" ? { repository: workspace.repository, ref: workspace.ref } : workspace.kind,
    setup,
    files,
    protect: [...protect].sort(),
    agent,
    env: [...env].sort(),
    network,
    hidden: it.hidden !== null,
    digests,
  });
}

/** Content hash of a suite: its name, and its cases by id and hash, in their order. */
export function suiteHash(
  suite: Suite,
  digestsOf: (it: SuiteCase) => Readonly<Record<string, string>> = () => ({}),
): string {
  return contentHash({
    name: suite.name,
    cases: suite.cases.map((it) => [it.id, caseHash(it, digestsOf(it))]),
  });
}
