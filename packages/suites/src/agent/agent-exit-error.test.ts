import { expect, test } from "vitest";
import { AgentExitError } from "./agent-exit-error.ts";

test.each([
  [{ kind: "exited", exitCode: 3 }, "The agent exited with code 3: last"],
  [{ kind: "killed", signal: "SIGSEGV" }, "The agent was ended by SIGSEGV: last"],
  [
    { kind: "limited", limit: "output", most: 256 * 2 ** 20 },
    "The agent wrote more than 256 MB and was ended: last",
  ],
  [
    { kind: "limited", limit: "memory", most: 2 ** 30 },
    "The agent used more than 1 GB of memory and was ended: last",
  ],
  [
    { kind: "limited", limit: "processes", most: 4096 },
    "The agent had more than 4,096 processes and was ended: last",
  ],
  [{ kind: "limited", limit: "memory" }, "The agent used more memory than it may: last"],
] as const)("%j", (exit, message) => {
  expect(new AgentExitError(exit, "last").message).toBe(message);
});
