import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, test, vi } from "vitest";
import { programAt } from "./restricted-start.ts";

test("a folder that is called like a program is none", () => {
  const top = mkdtempSync(join(tmpdir(), "x-path-"));
  try {
    const [sources, bin] = [join(top, "src"), join(top, "bin")];
    mkdirSync(join(sources, "some"), { recursive: true });
    mkdirSync(bin);
    vi.stubEnv("PATH", [sources, bin].join(delimiter));
    expect(programAt("some")).toBeNull();
    writeFileSync(join(bin, "some"), "");
    chmodSync(join(bin, "some"), 0o755);
    expect(programAt("some")).toBe(join(bin, "some"));
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
