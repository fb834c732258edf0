import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { container } from "../../src/sandbox/container.ts";
import { processesWith, uniqueSeconds } from "./watch-host.ts";

const program = fileURLToPath(new URL("killed-container.ts", import.meta.url));

/** Nothing runs on in a container whose caller was killed, and the next caller removes what is left of it. */
export function killedContainers(name: "docker" | "podman", image?: string): void {
  describe(`${name}, killed`, () => {
    test("what runs in a container ends with its caller, and the container goes with the next", async () => {
      const folder = mkdtempSync(join(tmpdir(), "x-killed-"));
      const seconds = uniqueSeconds();
      const args = ["--conditions=@flow-state-dev/source", "--disable-warning=ExperimentalWarning", program];
      const child = spawn(process.execPath, [...args, name, folder, seconds], { stdio: "inherit" });
      const ended = once(child, "exit");
      try {
        await vi.waitFor(() => expect(existsSync(join(folder, "began"))).toBe(true), { timeout: 30_000 });
        expect(processesWith(seconds)).not.toEqual([]);
        child.kill("SIGKILL");
        await ended;
        await vi.waitFor(() => expect(processesWith(seconds)).toEqual([]), { timeout: 20_000 });
        const left = async () =>
          (await promisify(execFile)(name, ["ps", "--all", "--quiet", "--filter", "name=x-"])).stdout;
        expect(await left()).not.toBe("");
        // Looks for them once.
        await container({ program: name, image }).exec({ argv: ["true"] }, { workspace: { path: folder } });
        expect(await left()).toBe("");
      } finally {
        child.kill("SIGKILL");
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}
