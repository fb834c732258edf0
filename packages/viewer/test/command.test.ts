import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleFolder, sampleSuite } from "./support/sample-store.ts";
import { runX, xView } from "./support/x-view.ts";

test("the link on stdout leads to the run that was named, and the page answers to it", async () => {
  await using folder = await sampleFolder();
  const { id } = await sampleSuite(folder.store);
  await using view = await xView(folder.path, id.slice(0, 4));
  expect(view.link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/\\?token=[\\w-]{32}#/run/${id}$`));
  const opened = await fetch(view.link.replace(/#.*/, ""), { redirect: "manual" });
  expect(opened.status).toBe(303);
});

test("without runs, without the run that is named, and on a port that is taken it says so and exits with 2", async () => {
  const empty = mkdtempSync(join(tmpdir(), "x-none-"));
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  try {
    const nothing = await runX(empty, "view");
    expect(nothing).toMatchObject({ code: 2, stdout: "" });
    expect(nothing.stderr).toContain("There are no runs");
    await using folder = await sampleFolder();
    await sampleSuite(folder.store);
    const missing = await runX(folder.path, "view", "zzzz");
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toContain('There is no run "zzzz"');
    const { port } = taken.address() as AddressInfo;
    const blocked = await runX(folder.path, "view", "--port", String(port));
    expect(blocked).toMatchObject({ code: 2, stdout: "" });
    expect(blocked.stderr).toBe(
      `Port ${port} is taken. Choose another with --port, or leave it out for any that is free.\n`,
    );
  } finally {
    taken.close();
    rmSync(empty, { recursive: true });
  }
});

test("it ends and says so when the records are deleted, rather than show what is gone beside what is new", async () => {
  await using folder = await sampleFolder();
  await sampleSuite(folder.store);
  await using view = await xView(folder.path);
  rmSync(join(folder.path, ".x"), { recursive: true });
  const { code, stderr } = await view.ended;
  expect(code).toBe(2);
  expect(stderr).toContain("x view ended, for .x/x.db was deleted or moved");
});
