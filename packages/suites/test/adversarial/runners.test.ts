import { execFileSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBench } from "../bench/support.ts";

const right =
  "import unittest, calc\nclass T(unittest.TestCase):\n  def test_it(self): self.assertEqual(calc.add(1, 2), 3)\n";
const always = "import unittest\\nclass T(unittest.TestCase):\\n  def test_it(self): pass\\n";
/** Bytecode that Python takes without a look at the source (PEP 552), for a test that always passes. */
const poison = `python3 -c '
import importlib._bootstrap_external as b, importlib.util as u, os
p = u.cache_from_source("tests/test_it.py")
os.makedirs(os.path.dirname(p), exist_ok=True)
open(p, "wb").write(b._code_to_hash_pyc(compile("${always}", "tests/test_it.py", "exec"), bytes(8), checked=False))'`;
const command = "test:python3 -m unittest tests.test_it";

/** A project with a wrong sum and a hidden test for it. */
async function openProject() {
  const bench = await openBench();
  bench.put("work/calc.py", "def add(a, b): return a - b\n");
  bench.put("work/tests/test_it.py", right);
  bench.put("hidden/tests/test_it.py", `${right}# hidden\n`);
  return bench;
}

const hasPython = () => {
  try {
    return String(execFileSync("python3", ["--version"])).startsWith("Python 3");
  } catch {
    return false;
  }
};

test.each<[string, { hidden?: string; protect?: string[]; more?: string[] }]>([
  ["hidden", { hidden: "hidden" }],
  ["protected by its name", { protect: ["tests/test_*.py"] }],
  ["both, and looked at later", { hidden: "hidden", protect: ["tests/*.py"], more: ["file:calc.py exists"] }],
])("bytecode in place of a test helps nobody: %s", async (_what, { more = [], ...declared }) => {
  // Where there is no Python, there is nobody to help.
  if (!hasPython()) return expect(process.env.CI).toBeUndefined();
  await using bench = await openProject();
  const result = await bench.run({ ...declared, expect: [command, ...more] }, `command:${poison}`);
  expect(result.expectations[0]).toMatchObject({ pass: false });
  expect(result.runs[0]).toMatchObject({ putBack: [], warnings: [] });
});

test("caches of the agent are there for whoever asks for them", async () => {
  await using bench = await openProject();
  const it = {
    protect: ["tests/*.py"],
    expect: [
      "no-file:src/__pycache__",
      "test:test ! -e src/__pycache__/a.pyc",
      "file:src/__pycache__/a.pyc exists",
    ],
  };
  const result = await bench.run(it, "command:mkdir -p src/__pycache__; touch src/__pycache__/a.pyc");
  expect(result.expectations.map(({ pass }) => pass)).toEqual([false, true, true]);
});

test.each([
  [
    "a module by the name of the runner",
    "echo 'import sys; sys.exit(0)' > unittest.py",
    ["tests/**"],
    "unittest.py",
  ],
  [
    "the start of the package",
    "echo 'import unittest' > tests/__init__.py",
    ["tests/test_*.py"],
    "tests/__init__.py",
  ],
])("%s is told", async (_what, agent, protect, told) => {
  await using bench = await openProject();
  const { runs } = await bench.run({ hidden: "hidden", protect, expect: [command] }, `command:${agent}`);
  expect(runs[0]!.warnings).toEqual([
    `The agent added files that a runner may take before those that grade: ${told} (added). Declare them in protect or hidden to be sure.`,
  ]);
});

test.each([
  ["a runner in its place", "echo 'import sys; sys.exit(0)' > unittest.py", false],
  ["a part of it in its place", "printf 'import os\\nos._exit(0)\\n' > traceback.py", false],
  ["the work", "echo 'def add(a, b): return a + b' > calc.py", true],
])(
  "Python that looks at the project last takes nothing in place of its own: %s",
  async (_what, agent, pass) => {
    if (!hasPython()) return expect(process.env.CI).toBeUndefined();
    await using bench = await openProject();
    const last =
      "test:python3 -I -c \"import sys, unittest; sys.path.append('.'); unittest.main(module=None, argv=['x', 'tests.test_it'])\"";
    const result = await bench.run(
      { hidden: "hidden", protect: ["tests/**"], expect: [last] },
      `command:${agent}`,
    );
    expect(result.expectations).toMatchObject([{ pass }]);
  },
);

test("with all modules protected, a module by the name of the runner helps nobody", async () => {
  await using bench = await openProject();
  const it = { hidden: "hidden", protect: ["tests/**", "unittest.py"], expect: ["no-file:unittest.py"] };
  const result = await bench.run(it, "command:echo 'import sys; sys.exit(0)' > unittest.py");
  expect(result).toMatchObject({ pass: true, runs: [{ putBack: ["unittest.py"], warnings: [] }] });
});

test("what was built before is older than the tests that are laid over, and those that are put back", async () => {
  await using bench = await openProject();
  const longAgo = new Date(Date.UTC(2001, 1, 3));
  bench.put("work/kept.txt", "kept\n");
  for (const path of ["hidden/tests/test_it.py", "work/kept.txt"])
    utimesSync(join(bench.path, path), longAgo, longAgo);
  const it = {
    hidden: "hidden",
    protect: ["kept.txt"],
    expect: ["test:test tests/test_it.py -nt built", "test:test kept.txt -nt built"],
  };
  const result = await bench.run(it, "command:echo other > kept.txt; sleep 0.05; touch built");
  expect(result.expectations.map(({ pass }) => pass)).toEqual([true, true]);
});

test.each([
  ["a file that it made", "touch -d 2099-01-01 built"],
  ["a folder", "rm -f built; mkdir built; touch -d 2099-01-01 built"],
  ["a link", "ln -sf a.txt built; touch -h -d 2099-01-01 built"],
  ["what was there before", "touch -d 2099-01-01 there"],
])("nothing is from a later time than its agent: %s", async (_what, dates) => {
  await using bench = await openProject();
  bench.put("work/there", "built\n");
  const it = {
    hidden: "hidden",
    expect: ['test:test -z "$(find built there -newer tests/test_it.py)" && test tests/test_it.py -nt there'],
  };
  const result = await bench.run(it, `command:touch built; ${dates}`);
  expect(result.expectations).toMatchObject([{ pass: true }]);
});
