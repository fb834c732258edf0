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
    ].map((path) => `etc/${path}`);
    const others = ["etc/maven/settings.xml", "etc/php/8.4/fpm/pool.d/www.conf", "etc/shadow", "var/lib/a/b"];
    for (const path of [...needed, "var/lib/gems/3.3.0/gems/rspec/a.rb", ...others]) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), "");
    }
    symlinkSync("nowhere", join(top, "etc/os-release"));
    expect(publicSettings(top).map((path) => path.slice(top.length + 1))).toEqual([
      "etc/java-25-openjdk",
      "etc/java17-openjdk",
      "etc/maven/m2.conf",
      "etc/os-release",
      "etc/php/8.4/cli",
      "etc/php/8.4/mods-available",
      "var/lib/gems",
    ]);
  } finally {
    rmSync(top, { recursive: true });
  }
});
