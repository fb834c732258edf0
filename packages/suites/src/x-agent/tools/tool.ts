import type { AgentShell } from "../../agent/agent-shell.ts";
import type { AgentFiles } from "./agent-files.ts";
import type { Fields, ToolInput } from "./tool-input.ts";

/** What tools act through. */
export interface ToolContext {
  files: AgentFiles;
  shell: AgentShell;
  /** For commands. */
  env: Readonly<Record<string, string>>;
  /** Ends what a tool does. */
  signal: AbortSignal;
  /** Milliseconds until the agent's time is up. */
  timeLeftMs(): number;
}

/** What a tool did. */
export interface ToolOutcome {
  /** What the model is told. */
  text: string;
  /** Did it change a file, or run a command? */
  effect: "none" | "changed" | "ran";
  /** Stands for the text where a repeated call would be told something new that means nothing, such as a file name. */
  fingerprint?: string;
}

/** Something that a model can do. */
export interface Tool {
  name: string;
  description: string;
  fields: Fields;
  /** Rejects with a `ToolError` when the model asked for what cannot be done. Anything else is a broken machine. */
  run(input: ToolInput, context: ToolContext): Promise<ToolOutcome>;
}
