import { describe, expect, test } from "vitest";
import { knownClis } from "../adapters/known-clis.ts";
import { parseAgentName, UnknownAgentError } from "./agent-name.ts";
import { parseAgent } from "./create-agent.ts";

describe("names of agents", () => {
  test("all forms", () => {
    expect(parseAgentName("x")).toEqual({ ok: true, agent: { kind: "x", model: null } });
    expect(parseAgentName("x@claude-opus-4-6")).toEqual({
      ok: true,
      agent: { kind: "x", model: "claude-opus-4-6" },
    });
    expect(parseAgentName("x@scripted:bench/a.json")).toMatchObject({
      agent: { model: "scripted:bench/a.json" },
    });
    expect(parseAgentName("command: node agent.js --to 'a:b@c'")).toEqual({
      ok: true,
      agent: { kind: "command", line: "node agent.js --to 'a:b@c'" },
    });
    expect(parseAgentName("claude-code")).toEqual({
      ok: true,
      agent: { kind: "cli", cli: "claude-code", model: null },
    });
    expect(parseAgentName("codex@openai/gpt-5.4-mini")).toEqual({
      ok: true,
      agent: { kind: "cli", cli: "codex", model: "openai/gpt-5.4-mini" },
    });
    expect(parseAgentName("acp: opencode acp")).toEqual({
      ok: true,
      agent: { kind: "acp", line: "opencode acp" },
    });
    expect(parseAgentName(" oracle ")).toEqual({ ok: true, agent: { kind: "oracle" } });
    expect(parseAgentName("noop")).toEqual({ ok: true, agent: { kind: "noop" } });
    expect(parseAgentName("replay:2026-11-02-ab12")).toEqual({
      ok: true,
      agent: { kind: "replay", run: "2026-11-02-ab12" },
    });
    expect(parseAgentName("replay:last~1")).toEqual({ ok: true, agent: { kind: "replay", run: "last~1" } });
  });

  test.each([
    ["orcale", 'Unknown agent "orcale": did you mean "oracle"?'],
    ["X", 'Unknown agent "X": did you mean "x"?'],
    ["X@gpt-5", 'Unknown agent "X@gpt-5": did you mean "x@gpt-5"?'],
    ["commnad:node a.js", 'Unknown agent "commnad:node a.js": did you mean "command:node a.js"?'],
    ["claude", 'Unknown agent "claude": did you mean "claude-code"?'],
    ["codx@gpt-5", 'Unknown agent "codx@gpt-5": did you mean "codex@gpt-5"?'],
    ["acp", 'Unknown agent "acp": did you mean "acp:<shell line>"?'],
    ["acp:", "acp: needs a shell line after it"],
    ["gemini@", "gemini@ needs the id of a model"],
    ["cmd:ls", 'Unknown agent "cmd:ls": did you mean "command:ls"?'],
    ["command", 'Unknown agent "command": did you mean "command:<shell line>"?'],
    ["none", 'Unknown agent "none": did you mean "noop"?'],
    ["command:", "command: needs a shell line after it"],
    ["x@", "x@ needs the id of a model"],
    ["x@a b", "x@ needs the id of a model"],
    ["replay:../../etc", "replay: needs a recorded run after it"],
    [
      "something-else",
      `agents are x, ${knownClis.map(({ name }) => name).join(", ")}, <agent>@<model>, acp:<shell line>, command:<shell line>, oracle, noop, replay:<run>.`,
    ],
    ["", "No agent is named"],
  ])("%j is none, and the nearest is said", (name, message) => {
    expect(parseAgentName(name)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
    expect(() => parseAgent(name)).toThrow(UnknownAgentError);
  });

  test("agents know what they are", async () => {
    const x = parseAgent("x@sim/strong");
    expect(x).toMatchObject({
      name: "x@sim/strong",
      model: "sim/strong",
      needsModel: true,
      settings: { turns: 100 },
    });
    expect(await x.version()).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/);
    for (const name of ["command:true", "oracle", "noop", "replay:abc"]) {
      const agent = parseAgent(name);
      expect(agent).toMatchObject({ name, model: null, needsModel: false });
      expect(await agent.version()).not.toBe("");
    }
    expect(await parseAgent("command:a").version()).not.toBe(await parseAgent("command:b").version());
  });
});
