import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Whether queues are tested on Redis: where it is installed, and in CI in any case, which fails without it. */
export const withRedis = process.env.CI === "true" || spawnSync("redis-server", ["--version"]).status === 0;

/** A Redis on a port of the loopback, which writes down what it is told. */
export async function startRedis(): Promise<{ url: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "queue-redis-"));
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes"];
  let said = "";
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  // Also when it is not installed.
  const ended = once(child, "exit").catch((error: Error) => {
    said += error.message;
  });
  child.stdout.on("data", (text) => {
    said += text;
  });
  for (let tries = 0; !said.includes("Ready to accept"); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`Redis did not start:\n${said}`);
    await pause(50);
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
