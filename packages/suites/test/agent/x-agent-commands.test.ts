import { readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createXAgent } from "../../src/x-agent/x-agent.ts";
import { makeJob } from "./support/make-job.ts";
import { stubModel } from "./support/stub-model.ts";
import { done, expectDead, read, results, shell } from "./support/x-agent-talk.ts";

describe("commands that do not end", () => {
  test("hang, wait for input and stay in the background: all return in time, and nothing survives", async () => {
    const model = stubModel([
      { calls: [shell("echo before; echo $$ > pid1; sleep 999", { timeout: 1 })] },
      { calls: [shell("cat; echo after cat")] },
      { calls: [shell("sleep 998 & echo $! > pid2; echo started")] },
      done,
    ]);
    await using made = await makeJob({}, { languageModel: model });
    const began = performance.now();
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done" });
    expect(performance.now() - began).toBeLessThan(15_000);
    const told = await results(made.events);
    expect(told[0]!.text).toMatch(/^before\n\[stopped after 1 s/);
    expect(told[1]!.text).toBe("after cat\n[exit code 0]");
    expect(told[2]!.text).toBe("started\n[exit code 0]");
    for (const name of ["pid1", "pid2"]) await expectDead(made.workspace, name);
  });
});

describe("a flood of output", () => {
  test("50 MB come back as head and tail, with all of it in a file outside of the workspace", async () => {
    const flood = "echo FIRST; yes 0123456789012345678 | head -c 50000000; echo LAST";
    const model = stubModel([{ calls: [shell(flood)] }, done]);
    await using made = await makeJob({}, { languageModel: model });
    const before = process.memoryUsage().rss;
    expect(await createXAgent().run(made.job)).toMatchObject({ ended: "done" });
    const [told] = await results(made.events);
    expect(told!.text.length).toBeLessThan(31_000);
    expect(told!.text.slice(0, 20)).toMatch(/^FIRST\n/);
    expect(told!.text.slice(-20)).toMatch(/LAST\n\[exit code 0\]$/);
    const file = /all of it is in (\S+) …/.exec(told!.text)![1]!;
    expect((await stat(file)).size).toBe(50_000_000 + 11);
    expect(await readdir(made.workspace)).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});

describe("ways out", () => {
  test("dots, absolute paths and links are refused, and keys are not there", async () => {
    process.env.AGENT_TEST_SECRET = "hunter2";
    const model = stubModel([
      {
        calls: [
          read("../secret.txt"),
          read("/etc/passwd"),
          read("link/secret.txt"),
          read("file-link"),
          ["write", { path: "link/new.txt", content: "x" }],
          ["write", { path: "dangling", content: "x" }],
          ["list", { path: ".." }],
          ["search", { pattern: "root", path: "/etc" }],
          shell("env; echo ok", { cwd: ".." }),
          shell("env; echo ok"),
        ],
      },
      done,
    ]);
    await using made = await makeJob({ "a.txt": "x" }, { languageModel: model });
    const outside = join(made.workspace, "..");
    await writeFile(join(outside, "secret.txt"), "secret");
    await symlink("..", join(made.workspace, "link"));
    await symlink(join(outside, "secret.txt"), join(made.workspace, "file-link"));
    await symlink("../made-outside.txt", join(made.workspace, "dangling"));
    await createXAgent().run(made.job);
    delete process.env.AGENT_TEST_SECRET;
    const told = await results(made.events);
    expect(told.slice(0, 9).map(({ ok }) => ok)).toEqual(Array(9).fill(false));
    for (const { text } of told.slice(0, 9))
      expect(text).toMatch(/outside of the workspace|out of the workspace/);
    expect(told[9]!.text).not.toContain("hunter2");
    expect(told[9]!.text).toContain("NO_COLOR=1");
    expect((await readdir(outside)).sort()).toEqual(["scratch", "secret.txt", "workspace"]);
  });

  test("links within the workspace work, also those that are absolute inside", async () => {
    const model = stubModel([
      { calls: [read("in/a.txt"), ["write", { path: "in/b.txt", content: "new" }]] },
      done,
    ]);
    await using made = await makeJob({ "real/a.txt": "hello" }, { languageModel: model });
    await symlink(join(made.workspace, "real"), join(made.workspace, "in"));
    await createXAgent({ verify: false }).run(made.job);
    expect((await results(made.events)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(await readFile(join(made.workspace, "real/b.txt"), "utf8")).toBe("new");
  });
});
