import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packagesElsewhere } from "./packages-elsewhere.ts";

test.each([
  ["../elsewhere/node_modules", true],
  ["packages/node_modules", false],
  ["/usr/lib", false],
  ["../nowhere", false],
  [null, false],
])("a node_modules that leads to %s is told: %s", (target, isTold) => {
  const top = mkdtempSync(join(tmpdir(), "x-packages-"));
  try {
    const project = join(top, "project");
    for (const each of ["elsewhere/node_modules", "project/packages/node_modules"])
      mkdirSync(join(top, each), { recursive: true });
    if (target === null) mkdirSync(join(project, "node_modules"));
    else symlinkSync(target, join(project, "node_modules"));
    const told = isTold
      ? [expect.stringContaining(`a link out of the project, to ${join(top, "elsewhere/node_modules")}, `)]
      : [];
    expect(packagesElsewhere(project)).toEqual(told);
  } finally {
    rmSync(top, { recursive: true });
  }
});

test("packages that are links out of the project are told, and those of its own are not", () => {
  const top = mkdtempSync(join(tmpdir(), "x-packages-"));
  try {
    const project = join(top, "project");
    for (const each of ["linked", "project/packages/own", "project/node_modules/@scope"])
      mkdirSync(join(top, each), { recursive: true });
    const link = (name: string, target: string) => symlinkSync(target, join(project, "node_modules", name));
    link("own", "../packages/own");
    expect(packagesElsewhere(project)).toEqual([]);
    link("linked", "../../linked");
    link("@scope/other", join(top, "linked"));
    expect(packagesElsewhere(project)).toEqual([
      expect.stringMatching(/links out of the project, .* can look: @scope\/other, linked\. Install them/),
    ]);
  } finally {
    rmSync(top, { recursive: true });
  }
});
