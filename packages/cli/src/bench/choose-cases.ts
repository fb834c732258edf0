import { nearestName } from "@flow-state-dev/core";
import { BenchConfigError, compileGlob, type Suite, type SuiteCase } from "@flow-state-dev/suites";
import { listNames } from "../text/list-names.ts";

/** What chooses cases. */
interface Choice {
  case?: readonly string[];
  tag?: readonly string[];
}

/**
 * The cases of a suite that are wanted: by id, where globs are allowed, and by tag. Throws a `BenchConfigError` for
 * what is no glob.
 */
export function chooseCases({ cases }: Suite, { case: ids, tag: tags }: Choice): readonly SuiteCase[] {
  const globs = ids?.map(matcher);
  return cases.filter(
    (it) =>
      (!globs || globs.some((matches) => matches(it.id))) &&
      (!tags || tags.some((tag) => it.tags.includes(tag))),
  );
}

/** That no case of a suite is chosen, and what there is. */
export function noneChosen(suite: Suite, { case: wanted = [], tag: tags }: Choice): BenchConfigError {
  const ids = suite.cases.map(({ id }) => id);
  const meant = wanted.map((id) => meantText(id, ids)).find((text) => text !== "") ?? "";
  const known = [...new Set(suite.cases.flatMap((each) => each.tags))];
  const tagged = known.length === 0 ? " No case has a tag." : ` Tags: ${known.join(", ")}.`;
  return new BenchConfigError(
    `No case of ${suite.name} is chosen.${meant} There are: ${listNames(ids)}.${tags === undefined ? "" : tagged}`,
  );
}

/**
 * That a case or a tag which was asked for is in none of the suites, though others are: left out without a word, it
 * would be thought to have run. Null when all are there.
 */
export function strayChoice(
  suites: readonly Suite[],
  { case: wanted = [], tag: tags = [] }: Choice,
): BenchConfigError | null {
  const cases = suites.flatMap((suite) => suite.cases);
  const ids = cases.map(({ id }) => id);
  const known = [...new Set(cases.flatMap((it) => it.tags))];
  const stray = wanted.find((each) => !ids.some(matcher(each)));
  if (stray !== undefined)
    return new BenchConfigError(
      `No case is called ${stray}.${meantText(stray, ids)} There are: ${listNames(ids)}. Nothing was run.`,
    );
  const tag = tags.find((each) => !known.includes(each));
  return tag === undefined
    ? null
    : new BenchConfigError(
        `No case has the tag ${tag}.${meantText(tag, known)} Tags: ${listNames(known) || "none"}. Nothing was run.`,
      );
}

function meantText(typed: string, names: readonly string[]): string {
  const near = nearestName(typed, names);
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

function matcher(pattern: string): (id: string) => boolean {
  const glob = compileGlob(pattern);
  if (!glob.ok) throw new BenchConfigError(`--case ${pattern}: ${glob.message}.`);
  return glob.matches;
}
