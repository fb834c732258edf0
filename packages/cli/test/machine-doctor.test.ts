import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { MachineCheck } from "../src/doctor/machine/machine-check.ts";
import { runX } from "./run-x.ts";
import { tempFolder } from "./temp-folder.ts";

interface Told {
  ok: boolean;
  checks: MachineCheck[];
}

/** `x doctor --json` where no agent is installed, so that none has to be started. */
async function doctor(env: NodeJS.ProcessEnv, words: string[] = ["--json"]) {
  await using folder = await tempFolder();
  const path = { PATH: "/usr/bin:/bin", HOME: folder.path, X_AGENTS_DIR: `${folder.path}/agents` };
  return await runX(["doctor", ...words], { cwd: folder.path, env: { ...path, ...env } });
}

function named(stdout: string, name: string): MachineCheck | undefined {
  return (JSON.parse(stdout) as Told).checks.find((check) => check.name === name);
}

test("without a suite the machine is told, keys by their name only, and nothing is kept", async () => {
  const { code, stdout, stderr } = await doctor({ OPENAI_API_KEY: "sk-hidden-value-123" });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain("hidden");
  expect((JSON.parse(stdout) as Told).ok).toBe(true);
  expect(named(stdout, "node")).toMatchObject({ state: "fine", found: process.versions.node });
  expect(named(stdout, "git")).toMatchObject({ state: "fine" });
  expect(named(stdout, "openai")).toMatchObject({ state: "fine", found: "OPENAI_API_KEY is set" });
  expect(named(stdout, "anthropic")).toMatchObject({
    state: "absent",
    found: "ANTHROPIC_API_KEY is not set",
  });
  expect(named(stdout, "store")).toMatchObject({ state: "fine" });
  expect(named(stdout, "codex")).toMatchObject({
    state: "absent",
    advice: expect.stringContaining("npm install"),
  });
});

test("a server of one's own is asked for its models", async () => {
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ data: [{ id: "tiny" }] })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { stdout } = await doctor({ OLLAMA_HOST: `127.0.0.1:${port}` });
  server.close();
  expect(named(stdout, "ollama")).toMatchObject({
    state: "fine",
    found: "answers at OLLAMA_HOST: ollama/tiny",
  });
});

test("what was asked for and does not answer is a problem: exit code 1, and the way out", async () => {
  const { code, stdout } = await doctor(
    { OLLAMA_HOST: "127.0.0.1:9", X_STORE: "postgres://x@127.0.0.1:9/x" },
    [],
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/✗ ollama +nothing answers at OLLAMA_HOST/);
  expect(stdout).toMatch(/✗ X_STORE +postgres:\/\/127\.0\.0\.1:9\/x cannot be reached/);
  expect(stdout).toContain("start the server, or set OLLAMA_HOST right");
  expect(stdout).toContain("2 problems: ollama, X_STORE.");
  expect(stdout.split("\n").filter((line) => line.length > 80 && !line.includes("npm install"))).toEqual([]);
});

test.each([
  [["--runs", "2"], "--runs is for suites, and none is named"],
  [["--json", "suite.json"], "--json is for the machine"],
])("x doctor %j makes no sense: exit code 2", async (words, sentence) => {
  const { code, stderr } = await doctor({}, words);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});
