import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hostFiles } from "./agent-files.ts";
import type { ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { readCall } from "./toolbox.ts";

let folder: string;
let context: ToolContext;

const tree: Record<string, string | Uint8Array> = {
  "src/app.ts": "export const answer = 42;\nexport const question = null;\n",
  "src/app.test.ts": "test(answer)\n",
  "src/deep/other.ts": "const answer = 1; // ANSWER\n",
  "long.txt": Array.from({ length: 5_000 }, (_, at) => `line ${at + 1}`).join("\n"),
  "wide.txt": "w".repeat(9_000),
  "image.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]),
  "data.bin": new Uint8Array([1, 2, 0, 3]),
  "latin.txt": new Uint8Array([0x61, 0xe9, 0x62]),
  "empty.txt": "",
  ".gitignore": "dist/\n*.log\n!keep.log\n/rooted.txt\n",
  "dist/out.ts": "answer",
  "drop.log": "answer",
  "keep.log": "answer",
  "rooted.txt": "answer",
  "src/rooted.txt": "answer",
  "node_modules/lib/index.js": "answer",
  ".git/config": "answer",
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tools-test-"));
  for (const [path, content] of Object.entries(tree)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await symlink("nowhere", join(folder, "loop"));
  const shell = {
    workspace: "/workspace",
    program: "sh",
    scratch: { path: folder, inside: folder },
    exec: () => Promise.reject(new Error("no shell")),
  };
  const signal = new AbortController().signal;
  context = { files: hostFiles(folder, "/workspace"), shell, env: {}, signal, timeLeftMs: () => 10_000 };
});
afterAll(() => rm(folder, { recursive: true }));

async function call(name: string, args: Record<string, unknown>): Promise<string> {
  const read = readCall(name, JSON.stringify(args));
  if (!read.ok) return `BAD ${read.message}`;
  try {
    return (await read.tool.run(read.input, context)).text;
  } catch (error) {
    if (error instanceof ToolError) return `REFUSED ${error.message}`;
    throw error;
  }
}

describe("read", () => {
  test("pages with the next offset, and says when there is no more", async () => {
    const first = await call("read", { path: "long.txt" });
    expect(first).toMatch(/^line 1\n.*\nline 2000\n\[lines 1-2000 of 5000; go on with offset 2001\]$/s);
    expect(await call("read", { path: "long.txt", offset: 4_999 })).toBe(
      "line 4999\nline 5000\n[lines 4999-5000 of 5000]",
    );
    expect(await call("read", { path: "long.txt", offset: 6_000 })).toMatch(/has 5000 lines; offset 6000/);
    expect(await call("read", { path: "long.txt", limit: 1 })).toMatch(/^line 1\n\[lines 1-1 of 5000/);
  });

  test("long lines are cut, empty files said to be so", async () => {
    expect(await call("read", { path: "wide.txt" })).toMatch(/^w{2000}… \[line cut, 9000 characters\]$/);
    expect(await call("read", { path: "empty.txt" })).toBe("[the file is empty]");
  });

  test("images, binary files, folders and what is not there are refused with a way on", async () => {
    expect(await call("read", { path: "image.png" })).toMatch(/REFUSED .*an image \(png, 7 bytes\)/);
    expect(await call("read", { path: "data.bin" })).toMatch(/REFUSED .*binary/);
    expect(await call("read", { path: "src" })).toMatch(/REFUSED .*a folder; use list/);
    expect(await call("read", { path: "src/ap.ts" })).toMatch(
      /There is no "src\/ap.ts". There is src\/app.ts/,
    );
    expect(await call("read", { path: "loop" })).toMatch(/REFUSED/);
    expect(await call("read", { path: "/workspace/src/app.ts" })).toContain("answer = 42");
    expect(await call("read", { path: "/workspace/../etc/passwd" })).toMatch(/outside of the workspace/);
  });
});

describe("write and edit", () => {
  test("makes folders, keeps the mode, says what it did", async () => {
    expect(await call("write", { path: "new/deep/file.sh", content: "echo 1\n" })).toBe(
      "Created new/deep/file.sh: 7 bytes.",
    );
    await chmod(join(folder, "new/deep/file.sh"), 0o755);
    expect(await call("write", { path: "new/deep/file.sh", content: "echo 2\n" })).toMatch(/^Replaced/);
    expect((await stat(join(folder, "new/deep/file.sh"))).mode & 0o777).toBe(0o755);
    expect(await call("edit", { path: "new/deep/file.sh", old: "2", new: "3" })).toBe(
      "Changed new/deep/file.sh:\n1: echo 3\n2: ",
    );
    expect((await stat(join(folder, "new/deep/file.sh"))).mode & 0o777).toBe(0o755);
  });

  test("code that was left out is not written", async () => {
    const content = "function a() {}\n// ... rest of the code unchanged ...\n";
    expect(await call("write", { path: "src/app.ts", content })).toMatch(
      /REFUSED The content leaves something out/,
    );
    expect(
      await call("edit", { path: "src/app.ts", old: "42", new: "43\n// ... existing code ..." }),
    ).toMatch(/REFUSED/);
    expect(await readFile(join(folder, "src/app.ts"), "utf8")).toBe(tree["src/app.ts"]);
    const honest = "// The rest of the code expects a list.\n";
    expect(await call("write", { path: "honest.ts", content: honest })).toMatch(/^Created/);
    for (const content of ["  #\t … (the rest of the file)\n", "<!-- existing code ... -->\n"])
      expect(await call("write", { path: "left.md", content })).toMatch(/REFUSED/);
  });

  test("a line of many blanks is looked through in no time", async () => {
    const began = performance.now();
    const content = `${" ".repeat(50_000)}x\n`;
    expect(await call("write", { path: "new/blank.txt", content })).toMatch(/^Created/);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test("a file that is no UTF-8 is not touched", async () => {
    expect(await call("edit", { path: "latin.txt", old: "a", new: "b" })).toMatch(/REFUSED .*not UTF-8/);
    expect(await readFile(join(folder, "latin.txt"))).toEqual(Buffer.from(tree["latin.txt"]!));
  });

  test("a command that Linux would not start is told to be too long, by its bytes", async () => {
    expect(await call("shell", { command: `: ${"字".repeat(50_000)}` })).toMatch(/REFUSED .*too long/);
  });

  test("folders and files in the way", async () => {
    expect(await call("write", { path: "src", content: "x" })).toMatch(/REFUSED .*is a folder/);
    expect(await call("write", { path: "empty.txt/below", content: "x" })).toMatch(/REFUSED/);
    expect(await call("write", { path: ".", content: "x" })).toMatch(/REFUSED .*the workspace itself/);
  });
});

describe("list and search", () => {
  test("a folder, sorted, with marks", async () => {
    expect(await call("list", { path: "src" })).toBe("app.test.ts\napp.ts\ndeep/\nrooted.txt");
    expect(await call("list", {})).toMatch(/^\.git\/\n\.gitignore\ndata\.bin\ndist\/\n/);
    expect(await call("list", { path: "src/app.ts" })).toMatch(/REFUSED .*is a file/);
    expect(await call("list", { path: "sorc" })).toMatch(/There is no "sorc". There is src/);
  });

  test("by glob, without what is ignored", async () => {
    expect(await call("list", { glob: "**/*.ts", path: "src" })).toBe("app.test.ts\napp.ts\ndeep/other.ts");
    expect(await call("list", { glob: "*.log" })).toBe("keep.log");
    expect(await call("list", { glob: "*.nothing" })).toBe("[no file matches]");
  });

  test("lines with their place; ignored, binary and installed files are left out", async () => {
    const found = await call("search", { pattern: "\\banswer\\b" });
    expect(found.split("\n")).toEqual([
      "keep.log:1:answer",
      "src/app.test.ts:1:test(answer)",
      "src/app.ts:1:export const answer = 42;",
      "src/deep/other.ts:1:const answer = 1; // ANSWER",
      "src/rooted.txt:1:answer",
      expect.stringMatching(/^\[lines searched only in their first 2000 characters: \d; /),
    ]);
    expect(await call("search", { pattern: "answer", path: "node_modules/lib" })).toBe(
      "node_modules/lib/index.js:1:answer",
    );
    expect(await call("search", { pattern: "ANSWER = 42", ignoreCase: true, glob: "*.ts", context: 1 })).toBe(
      "src/app.ts:1:export const answer = 42;\nsrc/app.ts-2-export const question = null;",
    );
    expect(await call("search", { pattern: "test(", literal: true })).toBe("src/app.test.ts:1:test(answer)");
    expect(await call("search", { pattern: "nowhere at all", path: "src" })).toBe("[no matches]");
  });

  test("a limit, a bad pattern, and one that would hang others", async () => {
    expect(await call("search", { pattern: "line", path: "long.txt", limit: 2 })).toMatch(
      /:2:line 2\n\[stopped at 2 matches/,
    );
    expect(await call("search", { pattern: "(?=x)" })).toMatch(/REFUSED .*lookahead/);
    expect(await call("search", { pattern: "test(" })).toMatch(/REFUSED .*does not parse/);
    const began = performance.now();
    expect(await call("search", { pattern: "(w+)+x", path: "wide.txt" })).toMatch(/^\[no matches\]/);
    expect(await call("search", { pattern: "((a{200}){200}){9}" })).toMatch(/REFUSED/);
    expect(await call("search", { pattern: "w".repeat(1_001), literal: true })).toMatch(/REFUSED .*longer/);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("search says what it has not looked at", () => {
  const bundle = `${"w".repeat(3_000)} needle\nneedle\n`;

  test("files that are too large, by their names", async () => {
    await mkdir(join(folder, "large"));
    for (let at = 1; at <= 7; at++)
      await writeFile(join(folder, `large/${at}.json`), "needle\n".repeat(200_000));
    expect(await call("search", { pattern: "needle", path: "large/1.json" })).toBe(
      '[no matches]\n[not searched, larger than 1 MB: "large/1.json"; use grep in shell]',
    );
    await writeFile(join(folder, "large/small.json"), "needle\n");
    const all = await call("search", { pattern: "needle", path: "large" });
    expect(all).toMatch(/^large\/small\.json:1:needle\n\[not searched, .*"large\/5\.json" and 2 more; /);
    expect(await call("search", { pattern: "needle", path: "large", glob: "small.*" })).not.toContain("[");
    await rm(join(folder, "large"), { recursive: true });
  });

  test("more than one line at a time", async () => {
    const two = "const answer = 42;\nexport const question";
    const path = "src/app.ts";
    for (const args of [{ pattern: two, literal: true }, { pattern: "42;\\nexport" }])
      expect(await call("search", { ...args, path })).toMatch(
        /^\[no matches\]\n\[lines are searched one by one/,
      );
    expect(await call("search", { pattern: "42;[^\\n]*$", path })).toBe(
      "src/app.ts:1:export const answer = 42;",
    );
    expect(await call("search", { pattern: "C:\\\\new", path })).toBe("[no matches]");
    expect(await call("search", { pattern: "C:\\new", literal: true, path })).toBe("[no matches]");
  });

  test("a file that takes longer than there is time for is told, also when it is the last", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (now += 3_000));
    const said = await call("search", { pattern: "line 4999", path: "long.txt" });
    vi.restoreAllMocks();
    expect(said).toBe("[stopped after 20 s; make the pattern or the path narrower]");
  });

  test("lines that are too long for a regex, which a plain text is looked for in", async () => {
    await writeFile(join(folder, "bundle.js"), bundle);
    const note =
      "[lines searched only in their first 2000 characters: 1; set literal to look for plain text in all of them]";
    expect(await call("search", { pattern: "needle", path: "bundle.js" })).toBe(
      `bundle.js:2:needle\n${note}`,
    );
    const plain = await call("search", { pattern: "needle", path: "bundle.js", literal: true });
    expect(plain).toMatch(/^bundle\.js:1:w+…\nbundle\.js:2:needle$/);
    await rm(join(folder, "bundle.js"));
  });
});

describe("arguments", () => {
  test("what leaves no doubt is mended, all else is told", () => {
    const mended = readCall(
      "search",
      JSON.stringify({ query: "x", limit: "5", literal: "true", path: null }),
    );
    expect(mended).toMatchObject({ ok: true, values: { pattern: "x", limit: 5, literal: true } });
    expect(readCall("read", JSON.stringify(JSON.stringify({ path: "a" })))).toMatchObject({ ok: true });
    for (const args of [
      { file_path: "a", path: null },
      { path: null, file_path: "a" },
    ])
      expect(readCall("read", JSON.stringify(args))).toMatchObject({ ok: true, values: { path: "a" } });
    const wrong: [unknown, RegExp][] = [
      [{}, /"path" is missing. Give path, offset \(optional\)/],
      [{ path: "a", offset: 0 }, /"offset" must be a whole number from 1/],
      [{ path: "a", offset: 1.5 }, /"offset"/],
      [{ path: "a", colour: "red" }, /no argument "colour"/],
      [{ path: "a", file: "b" }, /"path" is given twice/],
      [["a"], /must be a JSON object/],
      [null, /must be a JSON object/],
    ];
    for (const [args, message] of wrong) {
      expect(readCall("read", JSON.stringify(args))).toMatchObject({
        ok: false,
        message: expect.stringMatching(message),
      });
    }
    expect(readCall("serch", "{}")).toMatchObject({
      message: expect.stringMatching(/Did you mean search\?/),
    });
    expect(readCall("__proto__", "{}")).toMatchObject({ ok: false });
  });
});
