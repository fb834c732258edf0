import { firstNamed } from "@flow-state-dev/core";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SuiteCase } from "../../suite/suite.ts";

const mostNamed = 5;
const leadingName = /^\s*([\w.+-]+)(?=\s|$)/;

/** The programs that `test:` commands of cases start first, by their names in PATH, and how many cases do. */
function testPrograms(cases: readonly Pick<SuiteCase, "expect" | "env">[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const it of cases) {
    // Its PATH is another one.
    if (it.env.includes("PATH")) continue;
    const names = it.expect.flatMap(({ expectation }) => {
      const plain = expectation.kind === "not" ? expectation.of : expectation;
      return plain.kind === "test" ? (leadingName.exec(plain.command)?.[1] ?? []) : [];
    });
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Where programs are looked for, and which of these are there. */
export interface ProgramSearch {
  sandbox: Pick<Sandbox, "name" | "enforces">;
  systemPrograms(names: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * What to tell when tests start programs that the sandbox does not have: they fail whatever the agent does. Null when
 * it has all, when whoever works there may install them, and when it cannot be asked.
 */
export async function missingProgramsNotice(
  cases: Parameters<typeof testPrograms>[0],
  { sandbox, systemPrograms }: ProgramSearch,
): Promise<string | null> {
  const programs = testPrograms(cases);
  if (programs.size === 0 || !sandbox.enforces.files) return null;
  const there = await systemPrograms([...programs.keys()]).catch(() => null);
  if (there === null) return null;
  const missing = [...programs].filter(([name]) => !there.has(name));
  if (missing.length === 0) return null;
  const nameOf = ([name, count]: readonly [string, number]) =>
    `${name} (${count === 1 ? "1 case" : `${count} cases`})`;
  const are = missing.length === 1 ? "is" : "are";
  return `${firstNamed(missing, mostNamed, nameOf)} ${are} started by tests of the suite and ${are} not inside the sandbox ${sandbox.name}: such a test fails whatever the agent does. Programs in your home are not seen there. Install what is missing, or choose another sandbox or image.`;
}
