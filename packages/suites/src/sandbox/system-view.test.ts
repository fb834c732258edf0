import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { expect, test } from "vitest";
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
