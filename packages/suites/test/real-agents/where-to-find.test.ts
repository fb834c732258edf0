import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { AgentCli } from "../../src/adapters/agent-cli.ts";
import { findCli } from "../../src/adapters/find-cli.ts";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { whereToFind } from "./support/install-agents.ts";

afterEach(() => vi.unstubAllEnvs());

test("an agent that npm does not have is taken from the PATH, one that it has never is", async () => {
  const folder = await mkdtemp(join(tmpdir(), "x-where-"));
  const program = "tiny-agent-of-a-test";
  await writeFile(join(folder, program), "#!/bin/sh\n");
  await chmod(join(folder, program), 0o755);
  vi.stubEnv("PATH", [folder, process.env.PATH].join(delimiter));
  const tiny: AgentCli = { ...knownClis[0]!, name: "tiny", program };
  const find = (cli: AgentCli) => findCli(cli, whereToFind(cli));
  expect(await find({ ...tiny, npm: null })).toMatchObject({ from: "path" });
  expect(await find({ ...tiny, npm: { name: "tiny-agent-of-a-test", version: "1.0.0" } })).toBeNull();
  await rm(folder, { recursive: true });
});
