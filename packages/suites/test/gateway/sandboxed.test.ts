import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { openWire } from "./support/open-wire.ts";
import { wireCalls } from "./support/wire-calls.ts";

const anthropic = wireCalls[0]!;
const reply = { type: "answer" as const, text: ["Hello"], usage: anthropic.usage };

test("it is reached by its Unix socket too, which only this user can see and which is gone afterwards", async () => {
  const open = await openWire(reply);
  const { socket, url } = open.gateway;
  expect(Buffer.byteLength(socket)).toBeLessThan(100);
  expect(statSync(dirname(socket)).mode & 0o077).toBe(0);
  // Who is shown the socket by a sandbox may be another user.
  expect(statSync(socket).mode & 0o777).toBe(0o666);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const path = `${new URL(url).pathname}/v1/messages`;
    const sent = request({ socketPath: socket, path, method: "POST" }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject);
    sent.end(JSON.stringify(anthropic.body(true)));
  });
  expect(status).toBe(200);
  expect(open.charges[0]?.costUsd).toBeCloseTo(anthropic.costUsd, 9);
  await open[Symbol.asyncDispose]();
  expect(existsSync(dirname(socket))).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
});

test("an agent in a sandbox without network reaches it at the same address, and sees no key", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "gateway-workspace-"));
  try {
    await using open = await openWire(reply);
    const { sandbox } = await chooseSandbox("auto");
    const program = `
      const send = async () => {
        const answer = await fetch(process.env.BASE + "/v1/messages", { method: "POST", body: process.env.BODY });
        const text = await answer.text();
        console.log(answer.status, text.includes("Hello"));
        console.log(JSON.stringify([process.env, [...answer.headers], text]));
      };
      send();`;
    const exit = await sandbox.exec(
      { argv: [process.execPath, "-e", program] },
      {
        workspace: { path: workspace },
        env: { BASE: open.gateway.url, BODY: JSON.stringify(anthropic.body(true)) },
        network: { kind: "gateway", gateway: open.gateway },
      },
    );
    expect(exit.stderr.text).toBe("");
    const [said, seen] = exit.stdout.text.trim().split("\n");
    expect(said).toBe("200 true");
    expect(seen).toContain(open.gateway.key);
    const key = open.server.env.ANTHROPIC_API_KEY!;
    expect(open.server.requests[0]?.headers["x-api-key"]).toBe(key);
    expect(seen).not.toContain(key);
    expect(open.gateway.totals).toMatchObject({ complete: 1 });
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
});
