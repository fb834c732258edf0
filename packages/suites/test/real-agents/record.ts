/*
 * npm run example -- packages/suites/test/real-agents/record.ts <agent> [model] [folder]
 *
 * Records the samples of an agent that is installed here, and drafts its facts.json. Without a folder they go into
 * packages/suites/test/adapters/fixtures/<agent>; facts that are there already stay as they are.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findCli } from "../../src/adapters/find-cli.ts";
import { installLine } from "../../src/adapters/install-line.ts";
import { knownClis } from "../../src/adapters/known-clis.ts";
import { fixturesFolder } from "../adapters/support/agent-facts.ts";
import { recordSamples } from "./support/record-samples.ts";

const models = {
  "anthropic-messages": "claude-sonnet-4-5",
  "openai-responses": "gpt-5-mini",
  "openai-chat": "gpt-4.1",
  gemini: "gemini-2.5-flash",
} as const;

const [name = "", model, folder = join(fixturesFolder, name)] = process.argv.slice(2);
const cli = knownClis.find((each) => each.name === name);
const found = cli && (await findCli(cli));
if (!cli || !found) {
  const why = cli
    ? `${cli.title} is not installed here: ${installLine(cli) ?? `put ${cli.program} on the PATH`}`
    : `Name one of ${knownClis.map((each) => each.name).join(", ")}.`;
  console.error(why);
  process.exitCode = 2;
} else {
  const { files, facts, ends } = await recordSamples(cli, found.path, model || models[cli.wires[0]]);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const text = `${JSON.stringify(facts, null, 2)}\n`;
  const place = join(folder, "facts.json");
  if (existsSync(place)) console.log(`${place} stays as it is. What the reader made of this run:\n${text}`);
  else await writeFile(place, text);
  console.log(`With a model that works: ${ends[0]}`);
  console.log(`With a provider that refuses: ${ends[1]}`);
  console.log(`Written to ${folder}: ${Object.keys(files).join(", ")}. Look them and facts.json over.`);
}
