import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { publicSettings } from "./public-settings.ts";

test("what programs of any release need, and nothing that may hold a password", () => {
  const top = mkdtempSync(join(tmpdir(), "x-settings-"));
  try {
    const needed = [
      "java-25-openjdk/security/java.security",
      "java17-openjdk/security/java.security",
      "maven/m2.conf",
      "php/8.4/cli/conf.d/20-dom.ini",
      "php/8.4/mods-available/dom.ini",
    ];
    for (const path of [...needed, "maven/settings.xml", "php/8.4/fpm/pool.d/www.conf", "shadow"]) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), "");
    }
    symlinkSync("nowhere", join(top, "os-release"));
    expect(publicSettings(top).map((path) => path.slice(top.length + 1))).toEqual([
      "java-25-openjdk",
      "java17-openjdk",
      "maven/m2.conf",
      "os-release",
      "php/8.4/cli",
      "php/8.4/mods-available",
    ]);
  } finally {
    rmSync(top, { recursive: true });
  }
});
