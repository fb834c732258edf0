import type { DoctorProblem, ProblemCode } from "./doctor-problem.ts";
import type { CaseExamination } from "./examination.ts";
import { gradingFlickers, verdictOf } from "./verdict.ts";

/** What is wrong with a case. Nothing for what was not looked at. */
export function findProblems(it: CaseExamination): DoctorProblem[] {
  const problem = (code: ProblemCode, message: string): DoctorProblem[] => [{ code, caseId: it.id, message }];
  const all = [...it.untouched, ...(it.noop ? [it.noop] : []), ...(it.solution?.checks ?? [])];
  const broken = all.find((check) => verdictOf(check) === "broken" && check.outcome !== "cancelled");
  if (broken) return problem("cannot-run", `${it.id} cannot be run: ${firstLine(broken.error)}`);
  const idle = [...it.untouched, ...(it.noop ? [it.noop] : [])];
  const passes = idle.some((check) => verdictOf(check) === "passes");
  const disagrees = gradingFlickers(it);
  return [
    ...(passes ? problem("passes-untouched", `${it.id} passes although nothing was done`) : []),
    ...disagrees
      .slice(0, 1)
      .flatMap(({ expectation }) =>
        problem("grading-disagrees", `${it.id} is graded differently each time: ${expectation}`),
      ),
    ...solutionProblems(it, problem),
  ];
}

function solutionProblems(
  { id, solution }: CaseExamination,
  problem: (code: ProblemCode, message: string) => DoctorProblem[],
): DoctorProblem[] {
  const verdicts = (solution?.checks ?? []).filter(({ outcome }) => outcome !== "cancelled").map(verdictOf);
  const fails = verdicts.filter((verdict) => verdict === "fails").length;
  if (fails === 0) return [];
  return fails === verdicts.length
    ? problem("solution-fails", `the solution of ${id} does not pass`)
    : problem("solution-flaky", `${id} is flaky`);
}

function firstLine(text: string | null): string {
  return (text ?? "no reason is known").split("\n", 1)[0]!.replace(/\.$/, "");
}
