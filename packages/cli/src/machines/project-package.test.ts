import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { makerMark } from "@flow-state-dev/core";
import type { PackageStore } from "@flow-state-dev/records";
import { expect, test, vi } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { projectHash } from "./project-hash.ts";
import { benchmarkLeavesOut, fetchProject, sendProject, suiteLeavesOut } from "./project-package.ts";

/** Keeps packages in memory, and counts them. */
function memoryPackages() {
  const kept = new Map<string, Buffer>();
  const packages = {
    has: async (hash: string) => kept.has(hash),
    forgetUnused: async () => 0,
    async keep(hash: string, content: AsyncIterable<Uint8Array>) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      kept.set(hash, Buffer.concat(chunks));
    },
    async read(hash: string) {
      const content = kept.get(hash);
      if (!content) return null;
      return (async function* () {
        yield content;
      })();
    },
  } as unknown as PackageStore;
  return { kept, packages };
}

async function project() {
  const folder = await tempFolder();
  const put = (path: string, text: string) => {
    mkdirSync(join(folder.path, path, ".."), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  };
  put("src/a.txt", "one");
  put("run.sh", "#!/bin/sh");
  chmodSync(join(folder.path, "run.sh"), 0o755);
  put("node_modules/dep/index.js", "1");
  put(".git/HEAD", "ref");
  put(".x/x.db", "records");
  symlinkSync("src/a.txt", join(folder.path, "link"));
  return { ...folder, put };
}

test("a project arrives as it was, links and modes included, and is packed and unpacked once", async () => {
  await using from = await project();
  await using to = await tempFolder();
  const { kept, packages } = memoryPackages();
  const { hash, leftAtHome } = await sendProject(from.path, suiteLeavesOut, packages);
  expect(leftAtHome).toEqual([]);
  expect(await sendProject(from.path, suiteLeavesOut, packages)).toEqual({ hash, leftAtHome });
  expect(kept.size).toBe(1);
  const [place, same] = await Promise.all([0, 1].map(() => fetchProject(hash, to.path, packages)));
  expect(place).toBe(same);
  expect(readdirSync(to.path)).toEqual([hash]);
  expect(readdirSync(place!).sort()).toEqual([".git", "link", "node_modules", "run.sh", "src"]);
  expect(readFileSync(join(place!, "link"), "utf8")).toBe("one");
  expect(statSync(join(place!, "run.sh")).mode & 0o111).not.toBe(0);
  expect(await projectHash(place!, suiteLeavesOut)).toBe(hash);
});

test("what a tar that failed has packed until then is not kept as the project", async () => {
  await using from = await project();
  await using bin = await tempFolder();
  writeFileSync(join(bin.path, "tar"), "#!/bin/sh\necho half of it\necho no room >&2\nexit 2\n", {
    mode: 0o755,
  });
  const { kept, packages } = memoryPackages();
  vi.stubEnv("PATH", bin.path);
  await expect(sendProject(from.path, suiteLeavesOut, packages)).rejects.toThrow("tar failed: no room");
  vi.unstubAllEnvs();
  // Nothing comes later either.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(kept.size).toBe(0);
});

test("a tar that did not unpack all leaves no project, whatever it calls that", async () => {
  await using from = await project();
  await using bin = await tempFolder();
  await using to = await tempFolder();
  const { packages } = memoryPackages();
  const { hash } = await sendProject(from.path, suiteLeavesOut, packages);
  // That of BSD and of macOS ends with 1 after any error.
  writeFileSync(join(bin.path, "tar"), "#!/bin/sh\ncat >/dev/null\necho no room >&2\nexit 1\n", {
    mode: 0o755,
  });
  vi.stubEnv("PATH", `${bin.path}:${process.env.PATH}`);
  await expect(fetchProject(hash, to.path, packages)).rejects.toThrow("tar failed: no room");
  expect(readdirSync(to.path)).toEqual([]);
});

test("the tar of macOS is told to pack no attributes as files, and to leave out at the top what is left out there", async () => {
  await using from = await project();
  writeFileSync(join(from.path, ".env"), "API_KEY=sk-abcdefghijklmnop1234567890\n");
  await using bin = await tempFolder();
  const tar = `#!/bin/sh
    [ "$1" = --version ] && echo "bsdtar 3.5.3" && exit
    echo "$COPYFILE_DISABLE $*" >&2; exit 2`;
  writeFileSync(join(bin.path, "tar"), tar, { mode: 0o755 });
  vi.stubEnv("PATH", bin.path);
  const sent = sendProject(from.path, suiteLeavesOut, memoryPackages().packages);
  await expect(sent).rejects.toThrow(/tar failed: 1 -c .* --exclude=\^\.\/\.env /);
});

test("a machine without tar is told of it", async () => {
  await using from = await project();
  await using empty = await tempFolder();
  const { kept, packages } = memoryPackages();
  vi.stubEnv("PATH", empty.path);
  await expect(sendProject(from.path, suiteLeavesOut, packages)).rejects.toMatchObject({
    code: "project-package",
    message: expect.stringContaining("tar is needed to send a project to workers and to unpack it there"),
  });
  expect(kept.size).toBe(0);
});

test("a project that changes while it is packed is not kept for whoever has it as it was before", async () => {
  await using from = await project();
  await using to = await tempFolder();
  const { kept, packages } = memoryPackages();
  const before = await projectHash(from.path, suiteLeavesOut);
  // Between its hash and tar.
  vi.spyOn(packages, "forgetUnused").mockImplementationOnce(async () => {
    from.put("src/a.txt", "two");
    from.put(".env", `ANTHROPIC_API_KEY=sk-ant-api03-${"a1B2".repeat(20)}\n`);
    return 0;
  });
  const { hash, leftAtHome } = await sendProject(from.path, suiteLeavesOut, packages);
  expect([...kept.keys()]).toEqual([hash]);
  expect(hash).not.toBe(before);
  const place = await fetchProject(hash, to.path, packages);
  expect(readFileSync(join(place, "src/a.txt"), "utf8")).toBe("two");
  expect([leftAtHome, readdirSync(place).includes(".env")]).toEqual([[".env"], false]);

  from.put("src/a.txt", "one");
  const again = await sendProject(from.path, suiteLeavesOut, packages);
  expect(again.hash).toBe(before);
  const other = await fetchProject(before, to.path, packages);
  expect(readFileSync(join(other, "src/a.txt"), "utf8")).toBe("one");
});

test("the project of a benchmark goes without its dependencies and its history", async () => {
  await using from = await project();
  await using to = await tempFolder();
  const { packages } = memoryPackages();
  const { hash } = await sendProject(from.path, benchmarkLeavesOut, packages);
  from.put("node_modules/dep/index.js", "2");
  expect(await projectHash(from.path, benchmarkLeavesOut)).toBe(hash);
  expect(readdirSync(await fetchProject(hash, to.path, packages)).sort()).toEqual(["link", "run.sh", "src"]);
});

test.each([
  ["suite", suiteLeavesOut, [".env", ".git/config", "a[b]/*/.env", "certs/server.pem"]],
  ["benchmark", benchmarkLeavesOut, [".env", "a[b]/*/.env", "certs/server.pem"]],
])("keys stay at home when the project of a %s travels", async (_, leavesOut, atHome) => {
  await using from = await project();
  await using to = await tempFolder();
  const { packages } = memoryPackages();
  const key = `ANTHROPIC_API_KEY=sk-ant-api03-${"a1B2".repeat(20)}\n`;
  const before = await projectHash(from.path, leavesOut);
  from.put(".env", key);
  from.put("certs/server.pem", "-----BEGIN PRIVATE KEY-----\nMIIE\n");
  from.put(".git/config", `[remote "origin"]\n\turl = https://me:s3cret@example.com/a.git\n`);
  from.put("a[b]/*/.env", key);
  from.put("a[b]/c/.env", "PORT=3000\n");
  from.put("node_modules/dep/test.pem", "-----BEGIN PRIVATE KEY-----\nMIIE\n");
  const { hash, leftAtHome } = await sendProject(from.path, leavesOut, packages);
  expect(leftAtHome).toEqual(atHome);
  const place = await fetchProject(hash, to.path, packages);
  const arrived = readdirSync(place, { recursive: true }) as string[];
  for (const path of atHome) expect(arrived).not.toContain(path);
  expect(arrived).toContain("a[b]/c/.env");
  expect(arrived.includes("node_modules/dep/test.pem")).toBe(leavesOut === suiteLeavesOut);
  expect(await projectHash(place, leavesOut)).toBe(hash);
  expect(hash).not.toBe(before);
});

test("only content makes a project another one", async () => {
  await using from = await project();
  const before = await projectHash(from.path, suiteLeavesOut);
  utimesSync(join(from.path, "src/a.txt"), 1, 1);
  expect(await projectHash(from.path, suiteLeavesOut)).toBe(before);
  from.put("src/a.txt", "two");
  expect(await projectHash(from.path, suiteLeavesOut)).not.toBe(before);
});

test("a project that is not there any more is told, with what to do", async () => {
  await using to = await tempFolder();
  const { packages } = memoryPackages();
  await expect(fetchProject("nothing", to.path, packages)).rejects.toThrow(
    /Give the run out again: .* --resume/,
  );
  expect(readdirSync(to.path)).toEqual([]);
});

test("what workers that were killed left half unpacked goes, what others unpack stays", async () => {
  await using from = await project();
  await using to = await tempFolder();
  const { packages } = memoryPackages();
  const { hash } = await sendProject(from.path, suiteLeavesOut, packages);
  const { pid } = spawnSync("tar", ["--version"]);
  const [machine, , own] = makerMark.split("-");
  const gone = `unpacking-${machine}-${pid}-${own}-abcdef`;
  const others = [
    `unpacking-${machine}-${process.ppid}-${own}-abcdef`,
    `unpacking-elsewhere-${pid}-${own}-abcdef`,
  ];
  for (const name of [gone, ...others]) {
    mkdirSync(join(to.path, name, "half"), { recursive: true });
    writeFileSync(join(to.path, name, "half/a.txt"), "half");
    chmodSync(join(to.path, name, "half"), 0o500);
  }
  await fetchProject(hash, to.path, packages);
  expect(readdirSync(to.path).sort()).toEqual([hash, ...others].sort());
});

test("an archive that reaches for what is outside writes nothing there", async () => {
  await using to = await tempFolder();
  await using outside = await tempFolder();
  const { kept, packages } = memoryPackages();
  const archives = {
    ["a".repeat(40)]: [entry("../escaped.txt", { content: "x" })],
    ["b".repeat(40)]: [entry(join(outside.path, "absolute.txt"), { content: "x" })],
    ["c".repeat(40)]: [
      entry("link", { type: "2", target: outside.path }),
      entry("link/through.txt", { content: "x" }),
    ],
    ["d".repeat(40)]: [entry("hard", { type: "1", target: join(outside.path, "own.txt") })],
  };
  writeFileSync(join(outside.path, "own.txt"), "mine");
  for (const [hash, entries] of Object.entries(archives)) {
    kept.set(hash, zstdCompressSync(Buffer.concat([...entries, Buffer.alloc(1_024)])));
    await fetchProject(hash, join(to.path, "projects"), packages).catch((error: unknown) =>
      expect(error).toMatchObject({ code: "project-package" }),
    );
  }
  expect(readdirSync(outside.path)).toEqual(["own.txt"]);
  expect(readFileSync(join(outside.path, "own.txt"), "utf8")).toBe("mine");
  expect(readdirSync(to.path)).toEqual(["projects"]);
  expect(readdirSync(join(to.path, "projects")).filter((name) => !(name in archives))).toEqual([]);
});

/** One entry of a tar archive, as somebody writes it who knows the format. */
function entry(
  name: string,
  { type = "0", target = "", content = "" }: Partial<Record<"type" | "target" | "content", string>>,
) {
  const head = Buffer.alloc(512);
  const put = (at: number, text: string) => head.write(text, at, "latin1");
  put(0, name);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${content.length.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, "        ");
  put(156, type);
  put(157, target);
  put(257, "ustar\x0000");
  const sum = head.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([head, body]);
}
