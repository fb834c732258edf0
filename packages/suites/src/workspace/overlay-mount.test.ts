import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { mountOverlay } from "./overlay-mount.ts";

test.skipIf(process.platform !== "linux")("Ctrl-C of the terminal does not reach who mounts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "x-mount-"));
  try {
    // In place of the real one: it tells the session it is in, and mounts nothing. The first is reached all the same.
    const told = join(folder, "session");
    const tell = `cut -d ' ' -f 6 /proc/$$/stat > ${told}`;
    writeFileSync(
      join(folder, "unshare"),
      `#!/bin/sh\n[ -f ${told} ] || { : > ${told}; kill -INT $$; }\n${tell}\n`,
    );
    chmodSync(join(folder, "unshare"), 0o755);
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    const layers = { lower: ["/l"], upper: "/u", work: "/w", at: "/a", base: { layers: [], at: "/b" } };
    await expect(mountOverlay(layers, "root")).rejects.toThrow("ended before it was mounted");
    expect(readFileSync(told, "utf8").trim()).toMatch(/^\d+$/);
    expect(readFileSync(told, "utf8").trim()).not.toBe(sessionOf(process.pid));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function sessionOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")[3]!;
}
