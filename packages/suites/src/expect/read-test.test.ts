import { expect, test } from "vitest";
import { formatExpectation } from "./format-expectation.ts";
import { parseExpectation } from "./parse-expectation.ts";

const commandOf = (text: string) => {
  const parsed = parseExpectation(text);
  if (!parsed.ok) return parsed.problem;
  const { expectation } = parsed;
  expect(parseExpectation(formatExpectation(expectation))).toEqual(parsed);
  const plain = expectation.kind === "not" ? expectation.of : expectation;
  return plain.kind === "test" ? plain.command : plain;
};

test.each([
  ["test:npm test fails", "not test:npm test"],
  ["not test:npm test fails", "test:npm test"],
  ["test:true fails.", "not test:true"],
  ["test:pytest -q fails", "not test:pytest -q"],
  ["test:npm test does not pass", "not test:npm test"],
  ["test:npm test doesn't pass", "not test:npm test"],
  ["test:npm test should fail", "not test:npm test"],
  ["not test:npm test must not fail", "not test:npm test"],
  ["test:npm test succeeds", "test:npm test"],
  ["test:npm test should pass", "test:npm test"],
  ["npm test fails", "not test:npm test"],
  ["test:npm test passes.", "test:npm test"],
  ["not test:npm test Passes", "not test:npm test"],
  ["test:npm test exits 0", "test:npm test"],
  ["test:npm test exits with code 0.", "test:npm test"],
  ["test:npm test returns non-zero", "not test:npm test"],
])("%s is refused for %s", (text, nearest) => {
  const parsed = parseExpectation(text);
  expect(parsed).toMatchObject({ ok: false, problem: { nearest } });
});

test.each([
  ["test:'npm test'", "test:npm test"],
  ["test:'npm test' passes", "test:npm test"],
  ['not test:"grep -q key src/a.ts"', "not test:grep -q key src/a.ts"],
])("%s is refused for %s: no program is called like a whole command", (text, nearest) => {
  expect(parseExpectation(text)).toMatchObject({
    ok: false,
    problem: { code: "expectation-command", nearest },
  });
});

test.each(["'my checks/all.sh'", "'npm'", "'a b' c", "'a b' 'c d'", '"$CHECK"'])(
  "test:%s is a command",
  (command) => {
    expect(commandOf(`test:${command}`)).toBe(command);
  },
);

test("what closes a command is named, with both ways to write it", () => {
  expect(parseExpectation("test:npm test fails")).toEqual({
    ok: false,
    problem: {
      code: "expectation-command",
      message: '"fails" would be an argument of the command; one that is meant stands in quotes',
      hint: "only the word passes may close a command",
      nearest: "not test:npm test",
    },
  });
});

test.each(["test:# npm test", "test:#", "not test:# later passes", "test:# one\n  # two\n"])(
  "%j does nothing, and is refused",
  (text) => {
    expect(parseExpectation(text)).toMatchObject({ ok: false, problem: { code: "expectation-incomplete" } });
  },
);

test.each(["test:npm test # all of it", "test:# build\nnpm run build"])("%j is a command", (text) => {
  expect(parseExpectation(text)).toMatchObject({ ok: true });
});

test.each([
  ["test:true and file:missing.txt exists", '"test:true", "file:missing.txt exists"'],
  ["test:true passes and file:missing exists", '"test:true passes", "file:missing exists"'],
  ["test:true passes file:missing exists", '"test:true passes", "file:missing exists"'],
  ["test:true file:missing exists", '"test:true", "file:missing exists"'],
  ["test:true, file:missing exists", '"test:true", "file:missing exists"'],
  ["test:true && not diff:a.ts", '"test:true", "not diff:a.ts"'],
  ["not test:true; no-file:a.ts", '"not test:true", "no-file:a.ts"'],
  ["test:a passes and test:b passes", '"test:a passes", "test:b passes"'],
  ["test:a or judge:it is good", '"test:a", "judge:it is good"'],
  ["test:a and output contains 'x'", '"test:a", "output contains \'x\'"'],
  ["test:a and cost <= 0.5", '"test:a", "cost <= 0.5"'],
  ["test:npm test passes and npm run lint passes", '"test:npm test passes", "test:npm run lint passes"'],
  ["test:npm test passes && npm run lint", '"test:npm test passes", "test:npm run lint"'],
])("%s is more than one", (text, forms) => {
  expect(commandOf(text)).toEqual({
    code: "expectation-several",
    message: "more than one expectation stands in one text",
    hint: `each is a text of its own in the list: ${forms} (what is part of the command stands in quotes)`,
    nearest: null,
  });
});

test.each([
  "npm run test:unit",
  "npm run lint && npm run test:unit",
  "npm install file:../lib && npm test",
  "npm install file:a, file:b",
  "curl -sf file:///tmp/a | grep -q exists",
  "grep -q 'true and file:a exists' notes.md",
  'echo "it fails"',
  "grep -rq fails",
  "grep -q fails log.txt",
  "npm test 2>&1 | grep fails",
  "pytest -k fails",
  "npx vitest run -t fails",
  "npm test -- fails",
  "npm run fails",
  "npm test | grep -q passes && echo yes",
  "node check.js 'fails'",
  "./it-fails",
  "test -e a.txt",
  "find . -name a or b",
])("%s is a command to the letter", (command) => {
  expect(commandOf(`test:${command}`)).toBe(command);
  expect(commandOf(`test:${command} passes`)).toBe(command);
});

test.each([
  ["test:grep -rq passes", "grep -rq passes"],
  ["not test:npm test | grep passes", "npm test | grep passes"],
  ["test:git grep -q passes", "git grep -q passes"],
  ["test:pytest -k passes", "pytest -k passes"],
  ["test:grep -rq passes passes", "grep -rq passes"],
  ["test:grep -q x log passes", "grep -q x log"],
  ["test:npx tsc --noEmit passes", "npx tsc --noEmit"],
  ["test:pytest -q passes", "pytest -q"],
  ["test:node check.js fails passes", "node check.js fails"],
])("%s runs %s", (text, command) => {
  expect(commandOf(text)).toBe(command);
});
