import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { applyPatch } from "../../src/agent/apply-patch.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { openWorkspaces } from "../../src/workspace/workspaces.ts";
import { makeJob } from "../agent/support/make-job.ts";
import { treeListing } from "../workspace/support/tree-listing.ts";

const added = (name: string, lines = "+x\n", mode = "100644") =>
  `diff --git a/${name} b/${name}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n${lines}`;
const link = (name: string, to: string) => added(name, `+${to}\n\\ No newline at end of file\n`, "120000");
const taken = (how: string, from: string, to: string) =>
  `diff --git a/x b/y\nsimilarity index 100%\n${how} from ${from}\n${how} to ${to}\n`;
const bytes = (size: number, lines: string) =>
  `diff --git a/b b/b\nnew file mode 100644\nindex ${"0".repeat(40)}..${"1".repeat(40)}\nGIT binary patch\nliteral ${size}\n${lines}\n\nliteral 0\nHcmV?d00001\n\n`;

describe("a patch of somebody else, with no sandbox around", () => {
  test.each<[string, string]>([
    ["writes above", added("../secret")],
    ["writes above, further down", added("a/../../secret")],
    ["writes above, in quotes", added("name").replaceAll(/([ab])\/name/g, '"$1/\\056\\056/secret"')],
    ["writes anywhere", added("/etc/x-was-here")],
    ["writes through a link that was there", added("up/secret")],
    ["makes a link and writes through it", link("to", "..") + added("to/secret")],
    ["makes a link and renames through it", link("to", "..") + taken("rename", "a.txt", "to/secret")],
    ["renames out", taken("rename", "a.txt", "../secret")],
    ["copies in", taken("copy", "../secret", "got")],
    ["copies in, in quotes", taken("copy", '"\\056\\056/secret"', "got")],
    ["copies in, by old words", taken("rename", "../secret", "got").replaceAll(" from", " old")],
    ["copies in, with Windows line ends", taken("copy", "../secret", "got").replaceAll("\n", "\r\n")],
    ["copies in from anywhere", taken("copy", "/etc/passwd", "got")],
    ["copies in through a link", taken("copy", "up/secret", "got")],
    ["writes a hook", added(".git/hooks/pre-commit", "+x\n", "100755")],
    ["writes settings, by another spelling", added(".GIT/config") + added("git~1/config")],
    ["writes settings of a folder below", added("sub/.git/config")],
    ["says that a piece has no end", added("a").replace("+1 @@", "+1,4000000000 @@")],
    ["says that bytes have no end", bytes(1e12, "KcmZQz00jUA00961")],
    ["says less bytes than there are", bytes(10, inLetters(deflateSync(Buffer.alloc(50_000_000))))],
    ["is a script of ed", "1!touch ../secret\nw\n.\n"],
  ])("that %s is refused as a whole", async (_, patch) => {
    await using made = await makeJob({ "a.txt": "one\n" });
    const above = dirname(made.workspace);
    execFileSync("git", ["init", "--quiet"], { cwd: made.workspace });
    writeFileSync(join(above, "secret"), "secret\n");
    symlinkSync("..", join(made.workspace, "up"));
    const before = treeListing(above);
    for (const exact of [false, true]) {
      const options = { what: "It", timeoutMs: 20_000, signal: made.job.signal, exact };
      const result = await applyPatch(made.job.shell, patch, options);
      expect(result).toMatchObject({ ok: false, error: { code: "patch-failed" } });
      rmSync(made.scratch, { recursive: true });
      mkdirSync(made.scratch);
      expect(treeListing(above)).toEqual(before);
    }
  });

  test("gets no rights, no repository and no program by it", async () => {
    await using made = await makeJob({ "a.txt": "one\n" });
    execFileSync("git", ["init", "--quiet"], { cwd: made.workspace });
    const patch = [
      added("rights", "+x\n", "106755"),
      added("sub", `+Subproject commit ${"1".repeat(40)}\n`, "160000"),
      added(".gitattributes", "+* filter=evil diff=evil merge=evil\n"),
      added(".gitconfig", '+[filter "evil"] smudge = touch smudged\n'),
      added(".gitmodules", '+[submodule "sub"] path = sub\n'),
      added("filtered"),
    ];
    const options = { what: "It", timeoutMs: 20_000, signal: made.job.signal };
    expect(await applyPatch(made.job.shell, patch.join(""), options)).toEqual({ ok: true });
    expect(lstatSync(join(made.workspace, "rights")).mode & 0o6000).toBe(0);
    expect(treeListing(join(made.workspace, "sub")).size).toBe(0);
    expect(existsSync(join(made.workspace, "smudged"))).toBe(false);
  });

  test("says nothing that a terminal would obey", async () => {
    await using made = await makeJob({});
    const options = { what: "It", timeoutMs: 20_000, signal: made.job.signal };
    for (const name of ["../\u001b]0;owned\u0007\u202ename", `../${"n".repeat(5_000)}`]) {
      const result = await applyPatch(made.job.shell, added(name), options);
      const { message } = (result as Extract<typeof result, { ok: false }>).error;
      expect(message).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(message.length).toBeLessThan(700);
    }
  });
});

describe("the patch of an agent's work", () => {
  const names = [
    ...[".GIT/config", "git~1", ".git.", "sub/.git /hooks/x", ".git::$INDEX_ALLOCATION/x"],
    ...["sub/.g\u200cit/config", "a\\.git\\config", ".x/x.db-journal", "sub/.x/x.db"],
    "sub/.git/e.js",
  ];
  test.each(names)("leaves out %j, and says so", async (name) => {
    await withWorkspace({}, async (workspace, apply) => {
      write(workspace, name, "evil\n");
      write(workspace, "good", "good\n");
      const patch = await workspace.patch();
      expect(patch).toMatch(/^# left out: .+ \(added, 5 bytes\)\ndiff --git a\/good b\/good\n/);
      expect(apply(patch)).toEqual(["good"]);
    });
  });

  test("holds every other name, however odd", async () => {
    const odd = [
      ...["\u001b[2J\u0007", "line\nbreak", "tab\t", "cr\r", '"quoted"', "back\\slash", "..\\up", "...", "é"],
      ...[
        "a b/a",
        "x b/x b/x",
        " a",
        "a ",
        "--option",
        "diff --git a",
        "# left out: a",
        "dev/null",
        "\u202e",
      ],
    ];
    await withWorkspace({}, async (workspace, apply) => {
      for (const name of odd) write(workspace, name, "+++ b/evil\n");
      expect(apply(await workspace.patch()).sort()).toEqual(odd.sort());
    });
  });

  test("leaves out links that are no text, and links in place of git's settings", async () => {
    await withWorkspace({}, async (workspace, apply) => {
      symlinkSync(Buffer.from([0x61, 0xff]), join(workspace.path, "bytes"));
      symlinkSync("a", join(workspace.path, ".gitmodules"));
      symlinkSync("a\nb", join(workspace.path, "lines"));
      const patch = await workspace.patch();
      expect(patch).toMatch(/^# left out: \.gitmodules \(.*\n# left out: bytes \(/);
      expect(apply(patch)).toEqual(["lines"]);
    });
  });

  // Elsewhere the file system takes no such names.
  test.runIf(process.platform === "linux")(
    "says of a file whose name is no text that this is why",
    async () => {
      await withWorkspace({}, async (workspace) => {
        writeFileSync(Buffer.concat([Buffer.from(`${workspace.path}/caf`), Buffer.from([0xe9])]), "one\n");
        const patch = await workspace.patch();
        expect(patch).toBe("# left out: caf\ufffd (added, by a name that is no text)\n");
      });
    },
  );

  test("names what it leaves out without what a terminal would obey", async () => {
    await withWorkspace({}, async (workspace) => {
      write(workspace, "\u001b]0;owned\u0007\r\u202ebig\nx", "x".repeat(2_000));
      const patch = await workspace.patch({ mostBytes: 1_000 });
      expect(patch).toMatch(/^# left out: .*big x \(added, 2000 bytes\)\n$/);
      expect(patch.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u);
    });
  });

  test("counts the names too: long ones do not make it larger than it may be", async () => {
    const folder = Array.from({ length: 14 }, () => "é".repeat(100)).join("/");
    await withWorkspace({}, async (workspace) => {
      for (let each = 0; each < 100; each++) write(workspace, `${folder}/${each}`, "");
      const patch = await workspace.patch({ mostBytes: 500_000 });
      expect(patch.length).toBeLessThan(1_000_000);
      expect(patch).toContain("# left out: ");
    });
  });

  test("holds bytes in place of lines when comparing lines takes too long", async () => {
    const text = (seed: number) =>
      Array.from({ length: 20_000 }, (_, at) => `${(at * at * seed) % 7}\n`).join("");
    await withWorkspace({ slow: text(3) }, async (workspace, apply) => {
      write(workspace, "slow", text(5));
      write(workspace, "new", "new\n");
      const patch = await workspace.patch({ mostMs: 1 });
      expect(patch).toContain("GIT binary patch");
      expect(apply(patch).sort()).toEqual(["new", "slow"]);
    });
  });
});

type Apply = (patch: string) => string[];

/** Lets work be done on a workspace; `apply` tells what a patch makes of the same files, once they are as there. */
async function withWorkspace(
  files: Record<string, string>,
  work: (workspace: Workspace, apply: Apply) => Promise<void>,
): Promise<void> {
  const top = await mkdtemp(join(tmpdir(), "x-patches-"));
  const lay = (folder: string) => {
    mkdirSync(folder);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return folder;
  };
  const workspaces = await openWorkspaces({ method: "copy", parent: top });
  try {
    const path = lay(join(top, "source"));
    const base = await workspaces.prepare({ kind: "folder", path }, { live: false });
    await using workspace = await base.create();
    await work(workspace, (patch) => {
      const copy = lay(join(top, "copy"));
      execFileSync("git", ["apply", "--whitespace=nowarn", "-"], {
        ...{ cwd: copy, input: patch, env: { ...process.env, GIT_CEILING_DIRECTORIES: top } },
      });
      const made = [...treeListing(copy).keys()].filter(
        (name) => !lstatSync(`${copy}/${name}`).isDirectory(),
      );
      for (const name of made)
        if (lstatSync(`${copy}/${name}`).isFile())
          expect(readFileSync(`${copy}/${name}`)).toEqual(readFileSync(`${workspace.path}/${name}`));
      return made;
    });
  } finally {
    await workspaces.dispose();
    await rm(top, { recursive: true, force: true });
  }
}

function write(workspace: Workspace, name: string, content: string): void {
  const path = `${workspace.path}/${name}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Bytes as git writes them into patches: base 85, 52 a line, the length of each line first. */
function inLetters(content: Buffer): string {
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
  const lines: string[] = [];
  for (let at = 0; at < content.length; at += 52) {
    const part = content.subarray(at, at + 52);
    const padded = Buffer.alloc(Math.ceil(part.length / 4) * 4);
    part.copy(padded);
    let line = String.fromCharCode(part.length <= 26 ? 64 + part.length : 70 + part.length);
    for (let from = 0; from < padded.length; from += 4) {
      let value = padded.readUInt32BE(from);
      let group = "";
      for (let digit = 0; digit < 5; digit++) {
        group = digits[value % 85] + group;
        value = Math.floor(value / 85);
      }
      line += group;
    }
    lines.push(line);
  }
  return lines.join("\n");
}
