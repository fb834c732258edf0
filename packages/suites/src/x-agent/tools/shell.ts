import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ShellExit } from "../../agent/agent-shell.ts";
import { shown } from "../../text/shown.ts";
import { OutputCapture } from "./output-capture.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

const defaultTimeoutS = 120;
const mostTimeoutS = 600;
/** Bytes of a command. Linux gives no program an argument of 128 KiB. */
const longestCommand = 100_000;

/** What makes programs quiet and keeps them from asking. */
const quietEnvironment: Readonly<Record<string, string>> = {
  CI: "1",
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
  EDITOR: "true",
  PIP_PROGRESS_BAR: "off",
  npm_config_progress: "false",
  npm_config_fund: "false",
  npm_config_audit: "false",
};

/** Runs a command in the sandbox. */
export const shellTool: Tool = {
  name: "shell",
  description:
    "Run a shell command in the workspace, in a fresh shell: folder and variables do not persist, stdin is empty, " +
    "processes left in the background end with the command. Shows output and exit code.",
  fields: {
    command: {
      type: "string",
      description: "The command",
      required: true,
      aliases: ["cmd", "script", "code", "input"],
    },
    timeout: {
      type: "integer",
      description: `Seconds; default ${defaultTimeoutS}, at most ${mostTimeoutS}`,
      least: 1,
      aliases: ["timeoutseconds", "timeouts"],
    },
    cwd: {
      type: "string",
      description: "Folder relative to the workspace",
      aliases: ["workdir", "workingdirectory", "dir", "directory"],
    },
  },
  async run(input, { shell, files, env, signal, timeLeftMs }) {
    const command = input.text("command");
    if (command.trim() === "") throw new ToolError("The command is empty.");
    if (Buffer.byteLength(command) > longestCommand || command.includes("\0"))
      throw new ToolError(
        "The command is too long or has a NUL character in it; write a script with write and run it.",
      );
    const cwd = files.locate(input.optionalText("cwd") ?? "");
    if (cwd !== "" && (await files.facts(cwd)).kind !== "folder")
      throw new ToolError(`There is no folder ${shown(cwd)} to run it in.`);
    const seconds = Math.min(input.number("timeout") ?? defaultTimeoutS, mostTimeoutS);
    const timeoutMs = Math.max(1, Math.min(seconds * 1000, timeLeftMs()));
    const name = `output-${randomUUID()}.txt`;
    const capture = new OutputCapture({
      path: join(shell.scratch.path, name),
      inside: `${shell.scratch.inside}/${name}`,
    });
    let exit: ShellExit;
    let output: ReturnType<OutputCapture["end"]>;
    try {
      exit = await shell.exec(command, {
        ...(cwd !== "" && { cwd }),
        env: { ...quietEnvironment, ...env },
        timeoutMs,
        signal,
        onOutput: (chunk) => capture.add(chunk),
      });
    } finally {
      output = capture.end();
    }
    const end = describe(exit, seconds);
    const show = (text: string) => (text === "" ? `[no output]\n${end}` : `${text}\n${end}`);
    return { text: show(output.text), fingerprint: show(output.fingerprint), effect: "ran" };
  },
};

function describe(exit: ShellExit, seconds: number): string {
  switch (exit.kind) {
    case "exited":
      return `[exit code ${exit.exitCode}]`;
    case "killed":
      return `[ended by ${exit.signal}]`;
    case "timed-out":
      return `[stopped after ${seconds} s, output so far above; give a larger timeout, or make it end by itself]`;
    case "limited":
      return exit.limit === "output"
        ? "[stopped: it wrote more than is allowed]"
        : `[stopped: it used more ${exit.limit} than is allowed]`;
    case "cancelled":
      return "[cancelled]";
  }
}
