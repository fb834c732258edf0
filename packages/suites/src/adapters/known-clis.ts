import type { AgentCli } from "./agent-cli.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import { copilot } from "./copilot/copilot.ts";
import { gemini } from "./gemini/gemini.ts";
import { goose } from "./goose/goose.ts";
import { opencode } from "./opencode/opencode.ts";
import { pi } from "./pi/pi.ts";
import { qwen } from "./qwen/qwen.ts";

/** The agents with an adapter of their own. */
export const knownClis: readonly AgentCli[] = [claudeCode, codex, opencode, gemini, qwen, copilot, pi, goose];
