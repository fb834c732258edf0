import { expect, test } from "vitest";
import { parseExpectation } from "../../expect/parse-expectation.ts";
import { missingProgramsNotice } from "./missing-programs.ts";

function expectationOf(source: string) {
  const parsed = parseExpectation(source);
  if (!parsed.ok) throw new Error(source);
  return parsed.expectation;
}

const at = { line: 1, column: 1 };
const caseOf = (env: string[], ...expected: string[]) => ({
  env,
  expect: expected.map((source) => ({ source, position: at, expectation: expectationOf(source) })),
});

/** What is told of cases in a sandbox that has only these programs, and which it was asked for. */
async function told(cases: ReturnType<typeof caseOf>[], has: string[], files = true) {
  const asked: string[] = [];
  const notice = await missingProgramsNotice(cases, {
    sandbox: { name: "docker:tiny", enforces: { files } as never },
    async systemPrograms(names) {
      asked.push(...names);
      return new Set(has);
    },
  });
  return { notice, asked };
}

test("programs that tests start and the sandbox lacks are told, with how many cases need them", async () => {
  const cases = [
    caseOf([], "test:npm test passes", "not test:npm run lint passes", "file:a.txt exists"),
    caseOf([], "test:npm test passes", "test:pytest -q passes"),
    caseOf([], "test:sh check.sh passes"),
  ];
  expect(await told(cases, ["sh"])).toEqual({
    asked: ["npm", "pytest", "sh"],
    notice:
      "npm (2 cases), pytest (1 case) are started by tests of the suite and are not inside the sandbox docker:tiny: " +
      "such a test fails whatever the agent does. Programs in your home are not seen there. " +
      "Install what is missing, or choose another sandbox or image.",
  });
  expect((await told(cases, ["sh", "npm", "pytest"])).notice).toBeNull();
});

test.each([
  ["a path, which the agent may make", [caseOf([], "test:./run.sh passes")]],
  ["a variable before the program", [caseOf([], "test:PATH=bin:$PATH tool passes")]],
  ["a case with a PATH of its own", [caseOf(["PATH"], "test:tool passes")]],
  ["no test at all", [caseOf([], "file:a.txt exists")]],
])("nothing is asked or told of %s", async (_, cases) => {
  expect(await told(cases, [])).toEqual({ notice: null, asked: [] });
});

test("where whoever works may install programs, and where nobody can tell, nothing is told", async () => {
  const cases = [caseOf([], "test:tool passes")];
  expect((await told(cases, [], false)).notice).toBeNull();
  const systemPrograms = () => Promise.reject(new Error("did not start"));
  const sandbox = { name: "docker", enforces: { files: true } as never };
  expect(await missingProgramsNotice(cases, { sandbox, systemPrograms })).toBeNull();
});
