import { mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { systemView } from "./system-view.ts";

test("programs are there, nothing of the user is but the running Node", () => {
  const { readable, links, path, node } = systemView();
  expect(readable).toContain("/usr");
  expect(node).toBe(realpathSync(process.execPath));
  expect(path.split(":")).toContain("/usr/bin");
  const atHome = readable.filter((each) => each.startsWith(`${homedir()}/`) && !node.startsWith(each));
  expect(atHome.filter((each) => !each.endsWith("/lib/node_modules"))).toEqual([]);
  for (const secret of ["/", "/etc", "/home", "/root", "/var", "/run", "/etc/ssl", "/etc/ssl/private"]) {
    expect([...readable, ...links.map(([each]) => each)]).not.toContain(secret);
  }
});

test("programs are looked for where the PATH of the user leads too, as far as that is to be seen", () => {
  const top = mkdtempSync(join(tmpdir(), "x-view-"));
  try {
    symlinkSync("/usr/share", join(top, "profile"));
    const own = [
      "/usr/local/go/bin",
      join(top, "profile"),
      join(top, "private"),
      "usr/relative",
      "",
      "/usr/bin",
    ];
    vi.stubEnv("PATH", own.join(":"));
    const folders = systemView().path.split(":");
    expect(folders.slice(-2)).toEqual(["/usr/local/go/bin", realpathSync("/usr/share")]);
  } finally {
    rmSync(top, { recursive: true });
  }
});
