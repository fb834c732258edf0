import { expect, test } from "vitest";
import { startedProgram } from "./started-program.ts";

test.each([
  ["aider --yes", "aider"],
  ["  my-agent.py", "my-agent.py"],
  ["npm ci && npm start", "npm"],
  ["aider < prompt.txt 2> log.txt", "aider"],
])("%s starts %s", (line, program) => expect(startedProgram(line)).toBe(program));

test.each([
  ...["", "./agent.sh", "/opt/agent", "$AGENT run", '"my agent"', "KEY=1 agent", "[ -f a ]", "~/agent"],
  ...["maybe || other", "maybe; other", "maybe | other", "maybe & other", "maybe\nother", "f() { true; }; f"],
  ...["-v", "agent $(cat prompt)"],
])("%j is left to the shell", (line) => expect(startedProgram(line)).toBeNull());
