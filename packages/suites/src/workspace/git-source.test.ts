import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { git } from "../../test/workspace/support/git.ts";
import { fetchCommit, folderFacts, uncommittedPaths } from "./git-source.ts";

function openRepository() {
  const room = mkdtempSync(join(tmpdir(), "x-git-source-"));
  const path = join(room, "repository");
  git(room, "init", "--quiet", "--initial-branch=main", path);
  writeFileSync(join(path, "a.txt"), "one\n");
  git(path, "add", "--all");
  git(path, "commit", "--quiet", "-m", "start");
  return {
    ...{ path, copy: join(room, "copy"), ran: join(room, "ran") },
    [Symbol.dispose]: () => rmSync(room, { recursive: true }),
  };
}

test.each(["plain", "a=b"])("a program that a repository has as the filter %s is not run", async (name) => {
  using repository = openRepository();
  const { path, copy, ran } = repository;
  git(path, "config", `filter.${name}.clean`, `touch '${ran}'; cat`);
  writeFileSync(join(path, ".gitattributes"), `* filter=${name}\n`);
  utimesSync(join(path, "a.txt"), 1, 1);
  const isKnown = name === "plain";
  expect(await folderFacts(path)).toMatchObject({ dirty: isKnown ? true : null });
  expect(await uncommittedPaths(path)).toEqual(isKnown ? [".gitattributes"] : null);
  await fetchCommit(path, "main", copy);
  expect(existsSync(ran)).toBe(false);
});

test.each(["tree", "commit"] as const)(
  "a program by which a repository would fetch a %s that it lacks is not run",
  async (type) => {
    using repository = openRepository();
    const { path, copy, ran } = repository;
    const id = git(path, "rev-parse", `HEAD^{${type}}`);
    rmSync(join(path, ".git/objects", id.slice(0, 2), id.slice(2)));
    for (const [name, value] of [
      ["core.repositoryformatversion", "1"],
      ["extensions.partialClone", "other"],
      ["remote.other.url", path],
      ["remote.other.promisor", "true"],
      ["remote.other.uploadpack", `touch '${ran}'; false`],
    ] as const)
      git(path, "config", name, value);
    expect(await folderFacts(path)).toMatchObject({ dirty: null });
    expect(await uncommittedPaths(path)).toBeNull();
    await expect(fetchCommit(path, "main", copy)).rejects.toThrow("could not be fetched");
    expect(existsSync(ran)).toBe(false);
  },
);

test("an address is reached as the user's git reaches it, and a folder by nobody's settings", async () => {
  using repository = openRepository();
  const { path, copy } = repository;
  const settings = join(path, "..", "settings");
  writeFileSync(settings, `[url "file://${path}"]\n\tinsteadOf = https://example.invalid/it\n`);
  vi.stubEnv("GIT_CONFIG_GLOBAL", settings);
  expect(await fetchCommit("https://example.invalid/it", "main", copy)).toMatchObject({
    commit: git(path, "rev-parse", "HEAD"),
  });
  writeFileSync(settings, `[url "file:///nowhere"]\n\tinsteadOf = ${path}\n`);
  await fetchCommit(path, "main", `${copy}-2`);
  expect(existsSync(join(`${copy}-2`, "a.txt"))).toBe(true);
});

test("submodules are told of a repository with very many files, wherever they stand", async () => {
  using repository = openRepository();
  const { path, copy } = repository;
  const blob = git(path, "rev-parse", "HEAD:a.txt");
  const commit = git(path, "rev-parse", "HEAD");
  const folder = "long".repeat(25);
  const files = Array.from({ length: 9_000 }, (_, at) => `100644 ${blob}\t${folder}/${at}\n`);
  const submodules = ["a-sub", `${folder}/5-sub`, "z-sub"];
  const index = [...files, ...submodules.map((name) => `160000 ${commit}\t${name}\n`)].join("");
  execFileSync("git", ["update-index", "--add", "--index-info"], { cwd: path, input: index });
  git(path, "commit", "--quiet", "-m", "many");
  expect(await fetchCommit(path, "main", copy)).toMatchObject({ submodules });
});

test("a repository elsewhere is fetched through the proxy of the environment", async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer(({ url }, response) => {
    asked.push(url);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("no_proxy", "");
  vi.stubEnv("NO_PROXY", "");
  vi.stubEnv("http_proxy", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  using repository = openRepository();
  const fetched = fetchCommit("http://git.test/shop.git", "main", repository.copy);
  await expect(fetched).rejects.toThrow("http://git.test/shop.git#main could not be fetched");
  proxy.close();
  expect(asked).toEqual([expect.stringMatching(/^http:\/\/git\.test\/shop\.git\//)]);
});
