import { expect, test } from "vitest";
import { chooseSandbox, notHeld } from "./choose-sandbox.ts";

test("auto takes one that works, and says which in one sentence", async () => {
  const { sandbox, notice } = await chooseSandbox("auto");
  expect(["bubblewrap", "unshare", "host"]).toContain(sandbox.name);
  expect(notice).toMatch(/^Commands run .*\.$/);
  if (sandbox.name !== "host") expect(notice).toContain(sandbox.name);
});

test("the host is said to be none", async () => {
  const { sandbox, notice } = await chooseSandbox("host");
  expect(sandbox.name).toBe("host");
  expect(notice).toBe(
    "Commands run on this machine without a sandbox: they can read and write what you can.",
  );
  expect(notHeld(sandbox.enforces)).toEqual(expect.arrayContaining(["process tree", "network", "files"]));
});

test("a sandbox that was asked for and does not work is an error that says why", async () => {
  const path = process.env.PATH;
  process.env.PATH = "/nowhere";
  try {
    await expect(chooseSandbox("bubblewrap")).rejects.toMatchObject({
      code: "sandbox-unavailable",
      message: expect.stringContaining("bwrap is not installed"),
    });
    const { sandbox, notice } = await chooseSandbox("auto");
    expect(sandbox.name).toBe("host");
    expect(notice).toContain("bwrap is not installed");
  } finally {
    process.env.PATH = path;
  }
});
