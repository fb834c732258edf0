import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { fromSource } from "../support/from-source.ts";

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test("a server of tests ends with the process that started it, also by kill -9, and leaves nothing", async () => {
  const file = fileURLToPath(new URL("./support/starting-child.ts", import.meta.url));
  const child = spawn(process.execPath, [fromSource, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const [port, folder] = line.trim().split(" ") as [string, string];
  expect(await answers(Number(port))).toBe(true);
  child.kill("SIGKILL");
  while ((await answers(Number(port))) || existsSync(folder)) await sleep(50);
});
