import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { sdkVariables } from "../../agent/sdk-variables.ts";
import { startedProgram } from "../../agent/started-program.ts";
import { wireNames } from "../../gateway/wires/wire-name.ts";
import { shellQuote } from "../../text/shell-quote.ts";
import type { AgentCli } from "../agent-cli.ts";
import { readAcp } from "./read-acp.ts";

/**
 * Any agent that speaks the Agent Client Protocol on stdio, by the line that starts it. When the first word of the line
 * is the program of a known agent, that agent's settings lead it to the gateway; else the usual variables do.
 */
export function acpCli(line: string, known: readonly AgentCli[] = []): AgentCli {
  const [word = ""] = line.trim().split(/\s+/);
  const like = known.find(({ program }) => program === word);
  return {
    name: `acp:${line}`,
    title: line,
    program: like?.program ?? null,
    ...(!like && { starts: startedProgram(line) }),
    npm: like?.npm ?? null,
    keyVariable: like?.keyVariable ?? null,
    wires: like?.wires ?? wireNames,
    // The driver makes a cancelled turn of it.
    stopSignal: "TERM",
    caveats: ["Agents count tokens differently over ACP, so that only the gateway's figures are kept."],
    ...(!like && { version: `line-${createHash("sha256").update(line).digest("hex").slice(0, 12)}` }),
    launch(facts) {
      const { env, files } = like?.launch(facts) ?? { env: sdkVariables(facts.wire, facts), files: {} };
      const driver = readDriver();
      return {
        argv: ["node", `${facts.home}/${driver.name}`],
        env: { ...env, X_MODEL: facts.model },
        files: { ...files, [driver.name]: driver.text },
        stdin: JSON.stringify({
          line: withProgram(line, word, facts.program),
          cwd: facts.workspace,
          prompt: facts.prompt,
        }),
      };
    },
    read: readAcp,
  };
}

/** The line with the program that was found in the place of its name. */
function withProgram(line: string, word: string, program: string | null): string {
  if (program === null) return line;
  return `${shellQuote(program)}${line.trim().slice(word.length)}`;
}

/** The driver beside this file, in the form in which this file is run. */
function readDriver(): { name: string; text: string } {
  const extension = extname(fileURLToPath(import.meta.url));
  const text = readFileSync(new URL(`./acp-driver${extension}`, import.meta.url), "utf8");
  return { name: `acp-driver${extension === ".ts" ? ".mts" : ".mjs"}`, text };
}
