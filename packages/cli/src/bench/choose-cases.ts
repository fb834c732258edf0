import { BenchConfigError, compileGlob, type Suite, type SuiteCase } from "@flow-state-dev/suites";

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
export function noneChosen(suite: Suite, { tag: tags }: Choice): BenchConfigError {
  const there = suite.cases.map(({ id }) => id).join(", ");
  const known = [...new Set(suite.cases.flatMap((each) => each.tags))];
  const tagged = known.length === 0 ? " No case has a tag." : ` Tags: ${known.join(", ")}.`;
  return new BenchConfigError(
    `No case of ${suite.name} is chosen. There are: ${there}.${tags === undefined ? "" : tagged}`,
  );
}

function matcher(pattern: string): (id: string) => boolean {
  const glob = compileGlob(pattern);
  if (!glob.ok) throw new BenchConfigError(`--case ${pattern}: ${glob.message}.`);
  return glob.matches;
}
