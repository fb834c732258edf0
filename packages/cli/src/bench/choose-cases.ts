import { BenchConfigError, compileGlob, type Suite, type SuiteCase } from "@flow-state-dev/suites";

/** The cases of a suite that are wanted: by id, where globs are allowed, and by tag. Throws when none is left. */
export function chooseCases(
  suite: Suite,
  { case: ids, tag: tags }: { case?: readonly string[]; tag?: readonly string[] },
): readonly SuiteCase[] {
  const globs = ids?.map(matcher);
  const chosen = suite.cases.filter(
    (it) =>
      (!globs || globs.some((matches) => matches(it.id))) &&
      (!tags || tags.some((tag) => it.tags.includes(tag))),
  );
  if (chosen.length > 0) return chosen;
  const there = suite.cases.map(({ id }) => id).join(", ");
  const known = [...new Set(suite.cases.flatMap((each) => each.tags))];
  const tagged = known.length === 0 ? " No case has a tag." : ` Tags: ${known.join(", ")}.`;
  throw new BenchConfigError(
    `No case of ${suite.name} is chosen. There are: ${there}.${tags === undefined ? "" : tagged}`,
  );
}

function matcher(pattern: string): (id: string) => boolean {
  const glob = compileGlob(pattern);
  if (!glob.ok) throw new BenchConfigError(`--case ${pattern}: ${glob.message}.`);
  return glob.matches;
}
