import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { buildApp } from "../app.ts";
import type { XContext } from "../x-context.ts";
import { complete } from "./complete.ts";

const example = fileURLToPath(new URL("../../../../bench/example-suite.json", import.meta.url));
const env = { OPENAI_API_KEY: "key-for-a-test" };
const context: XContext = { process: { stdout: { write() {} }, stderr: { write() {} }, env } };

async function words(...line: string[]): Promise<string[]> {
  return (await complete(buildApp(), line, context)).map(({ word }) => word);
}

test("commands, from the first letter", async () => {
  expect(await words("")).toEqual(expect.arrayContaining(["bench", "compare", "doctor", "completion"]));
  expect(await words("ru")).toEqual(["run", "runs"]);
  expect(await words("help", "")).toEqual((await words("")).filter((word) => word !== "help"));
});

test("flags when a dash is typed, else files are left to the shell", async () => {
  expect(await words("bench", "--sa")).toEqual(["--sandbox"]);
  expect(await words("bench", "")).toEqual([]);
  expect(await words("bench", "--output", "")).toEqual([]);
});

test("a flag that was given is not proposed again, unless it may be repeated", async () => {
  expect(await words("bench", "--strict", "--st")).toEqual(["--store"]);
  expect(await words("bench", "--agent", "x", "--agen")).toEqual(["--agent"]);
});

test.each([
  [["bench", "--sandbox", "p"], ["podman"]],
  [["bench", "--sandbox=p"], ["--sandbox=podman"]],
  [["compare", "b.ts", "--patterns", "deb"], ["debate"]],
  [["compare", "b.ts", "--patterns", "debate,sup"], ["debate,supervisor"]],
  [["bench", "--agent", "cl"], ["claude-code"]],
  [["he"], ["help"]],
  [["--"], ["--help", "--version"]],
  [["bench", "--he"], ["--help"]],
  [["bench", "--output=--he"], []],
  [["nonsense", "--he"], []],
  [
    ["help", "ru"],
    ["run", "runs"],
  ],
  [["help", "run", ""], []],
  [["runs", "--kind=c"], ["--kind=compare"]],
  [["bench", example, "--output", "out.json", "--case=e"], ["--case=extract-auth"]],
  [["models", "sim/w"], ["sim/weak"]],
  [
    ["models", "open"],
    ["openai/", "openai-chat/"],
  ],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
])("%j becomes %j", async (line, proposed) => {
  expect(await words(...line)).toEqual(proposed);
});

test("a line that makes no sense has no proposals", async () => {
  expect(await words("nonsense", "")).toEqual([]);
  expect(await words("bench", "missing.json", "--case", "")).toEqual([]);
  expect(await words("help", "nonsense", "")).toEqual([]);
});
