import { expect, test } from "vitest";
import type { Change } from "../../workspace/workspace.ts";
import { takenInstead } from "./taken-instead.ts";

const added = (path: string, size = 1): Change => ({
  ...{ kind: "added", path, to: { type: "file", size, executable: false } },
});
/** Files as they are graded: `hid` was laid over, `pro` is protected. */
const folders: Record<string, string[]> = {
  "": ["calc.py", "package.json"],
  tests: ["test_hid.py", "test_pro.py", "other.py"],
  "tests/unit": ["test_deep.py"],
  web: ["hid.test.ts", "pro.js"],
  src: ["a.ts"],
};
const facts = {
  guarded: true,
  hidden: ["tests/test_hid.py", "tests/unit/test_deep.py", "web/hid.test.ts"],
  isProtected: (path: string) => ["tests/test_pro.py", "web/pro.js"].includes(path),
  list: async (folder: string) => (folders[folder] ?? []).map((name) => ({ name, kind: "file" as const })),
};

test.each<[string, Change]>([
  ["a module of Python at the top", added("unittest.py")],
  ["as a package", added("traceback/__init__.py", 0)],
  ["as a link", { kind: "added", path: "unittest", to: { type: "link", size: 9, executable: false } }],
  ["as bytecode", added("json.pyc")],
  ["compiled", added("random.cpython-311-x86_64-linux-gnu.so")],
  ["the runner itself", added("pytest.py")],
  ["what Python imports first, as a package", added("sitecustomize/__init__.py")],
  ["a module of Python beside a hidden test", added("tests/re.py")],
  ["the start of the package of a hidden test", added("tests/__init__.py")],
  ["of one further down", added("tests/unit/__init__.py")],
  ["a package by the name of a hidden test", added("tests/test_hid/__init__.py", 0)],
  ["by that of a protected one", added("tests/test_pro/__init__.py", 0)],
  ["a compiled module by its name", added("tests/test_hid.abi3.so")],
  ["another form of a hidden file", added("web/hid.test.js")],
  ["of a protected one", added("web/pro.mjs")],
  ["a mock that Jest takes by itself", added("__mocks__/chai.js")],
  ["a plugin that pytest takes by itself", added("x.dist-info/entry_points.txt")],
])("%s is taken instead", async (_what, change) => {
  expect(await takenInstead([change], facts, new Set())).toEqual([change]);
  expect(await takenInstead([change], facts, new Set([change.path]))).toEqual([]);
});

test.each<[string, Change]>([
  ["a new module", added("parser_v2.py")],
  ["a module of Python further down", added("src/app/queue.py")],
  ["a folder of tests", added("test/__init__.py")],
  ["an empty start of a package", added("tests/__init__.py", 0)],
  ["the start of a package without tests", added("src/app/__init__.py")],
  ["a new test beside hidden ones", added("tests/test_new.py")],
  ["a file beside a hidden one", added("web/hid.ts")],
  ["a text by the name of a hidden file", added("web/hid.test.md")],
  ["another form of a file that does not grade", added("src/a.js")],
  ["a file in a folder by the name of a module", added("json/data.txt")],
  ["configuration, which is told as such", added("tests/conftest.py")],
  ["an installed package, which is told as such", added("node_modules/a/pro.js")],
  ["a mock beside sources", added("src/__mocks__/api.js")],
])("%s is not", async (_what, change) => {
  expect(await takenInstead([change], facts, new Set())).toEqual([]);
});

test("what was changed or removed is told elsewhere", async () => {
  const file = { type: "file", size: 1, executable: false } as const;
  const changes: Change[] = [
    { kind: "modified", path: "unittest.py", from: file, to: file },
    { kind: "deleted", path: "tests/__init__.py", from: file },
  ];
  expect(await takenInstead(changes, facts, new Set())).toEqual([]);
});

test("where nothing is hidden or protected, only a module of Python takes a place", async () => {
  const open = { ...facts, guarded: false, hidden: [] };
  const changes = ["unittest.py", "tests/__init__.py", "tests/re.py", "__mocks__/chai.js", "web/pro.mjs"];
  expect(
    await takenInstead(
      changes.map((path) => added(path)),
      open,
      new Set(),
    ),
  ).toEqual([added("unittest.py")]);
});
