import { expect, test } from "vitest";
import { parseExpectation } from "../../expect/parse-expectation.ts";
import type { Change } from "../../workspace/workspace.ts";
import { suspiciousChanges } from "./suspicious-changes.ts";

const file = { type: "file", size: 1, executable: false } as const;
const added = (path: string): Change => ({ kind: "added", path, to: file });
const modified = (path: string): Change => ({ kind: "modified", path, from: file, to: file });
const deleted = (path: string): Change => ({ kind: "deleted", path, from: file });
const nothing = () => false;

test.each<[string, Change, string | null]>([
  ["a changed test", modified("test/a.ts"), "changed tests: test/a.ts."],
  ["a removed test", deleted("src/a.test.ts"), "changed tests: src/a.test.ts (deleted)."],
  ["a new test is what was asked for", added("test/b.test.ts"), null],
  ["a test script", modified("package.json"), "changed test scripts or tool configuration: package.json."],
  ["new tool configuration", added("vitest.config.ts"), "tool configuration: vitest.config.ts (added)."],
  ["options for node", added(".npmrc"), "tool configuration: .npmrc (added)."],
  ["a file of Python that runs by itself", added("sitecustomize.py"), "sitecustomize.py (added)."],
  ["an installed package", modified("node_modules/a/i.js"), "installed packages: node_modules/a/i.js."],
  ["a cache", added("node_modules/.vite/results.json"), null],
  ["a source", modified("src/a.ts"), null],
])("%s", (_what, change, expected) => {
  const told = suspiciousChanges([change], nothing);
  if (expected === null) expect(told).toEqual([]);
  else expect(told).toEqual([expect.stringContaining(expected)]);
});

test.each([
  ...[
    "test.js",
    "test.mjs",
    "tests.py",
    "spec.rb",
    "test.sh",
    "run-tests.sh",
    "scripts/test.sh",
    "cypress/a.ts",
  ],
  ...["src/a.cy.ts", "FooTest.java", "src/FooTests.cs", "t/basic.t", "features/a.feature", "a_test.go"],
])("%s is a test", (path) => {
  expect(suspiciousChanges([modified(path)], nothing)).toEqual([
    expect.stringContaining(`changed tests: ${path}`),
  ]);
});

test.each([
  ...["jest.config.json", "jest.setup.js", "vitest.setup.ts", "src/setupTests.ts", "babel.config.json"],
  ...[
    ".pytest.ini",
    ".eslintrc.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "yarn.lock",
    ".nvmrc",
    "turbo.json",
  ],
  ...["nx.json", "project.json", "meson.build", "BUILD.bazel", "gradle.properties", "settings.gradle.kts"],
  ...[
    "gradlew",
    "mvnw",
    ".mvn/jvm.config",
    "Cargo.lock",
    "rust-toolchain.toml",
    "requirements.txt",
    "Pipfile",
  ],
  ...["manage.py", "wdio.conf.ts", "build.sbt", "mix.exs", "composer.json", "jasmine.json", "Package.swift"],
])("%s is configuration of a tool", (path) => {
  expect(suspiciousChanges([modified(path)], nothing)).toEqual([
    expect.stringContaining(`tool configuration: ${path}`),
  ]);
});

test.each([
  ...[
    "src/contest.py",
    "src/latest.ts",
    "src/inspect.ts",
    "src/budget.ts",
    "docs/testing.md",
    "src/setup-wizard.ts",
  ],
  ...["src/Limit.java", "lib/greatest.js", "README.md"],
])("%s is a file like others", (path) => {
  expect(suspiciousChanges([modified(path)], nothing)).toEqual([]);
});

test.each<[string, Change, string[], boolean]>([
  ["a script", modified("check.sh"), ["test:sh check.sh"], true],
  ["one that is started by its path", deleted("bin/check"), ["test:./bin/check --all"], true],
  ["one in a folder that the command goes into", modified("a/b/go.sh"), ["test:cd a && sh b/go.sh"], true],
  ["one in a command that is negated", modified("check.sh"), ["not test:sh check.sh"], true],
  ["one that is new, so the work", added("main.py"), ["test:python main.py"], false],
  [
    "one that another expectation is about",
    modified("main.py"),
    ["test:python main.py", "diff:main.py"],
    false,
  ],
  ["one that only looks like it", modified("src/check.ts"), ["test:sh check.sh"], false],
  ["a file in the place of a target", added("lint"), ["test:make lint"], true],
  ["a new file that is no target", added("lint"), ["test:npm run lint"], false],
])("named in a command: %s", (_what, change, sources, told) => {
  const expectations = sources.map((source) => {
    const parsed = parseExpectation(source);
    if (!parsed.ok) throw new Error(parsed.problem.message);
    return parsed.expectation;
  });
  const sentences = suspiciousChanges([change], nothing, expectations);
  expect(sentences).toEqual(told ? [expect.stringContaining(`test: command names: ${change.path}`)] : []);
});

test("what is protected needs no word, and many names are cut short", () => {
  expect(suspiciousChanges([modified("test/a.ts")], (path) => path.startsWith("test/"))).toEqual([]);
  const many = Array.from({ length: 7 }, (_, at) => modified(`test/${at}.ts`));
  expect(suspiciousChanges(many, nothing)[0]).toContain("test/4.ts and 2 more.");
});
