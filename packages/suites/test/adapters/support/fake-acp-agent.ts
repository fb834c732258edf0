import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

/*
 * An agent that speaks the Agent Client Protocol: asks for a permission, writes a file, says so. With `hang` as its
 * argument it waits for a cancel; with `refuse` it refuses to begin; with `crash` it dies in the middle, and with
 * `leave` and `leave-early` it ends without a word; with `version-99` it speaks a version of the protocol that nobody
 * knows, and with `breaks` of a text with breaks of lines that are no ends of a message. With `login` it wants one, and
 * with `progress` it writes to a terminal before its first message. With `flood` it ends upon messages of megabytes.
 */

const [mode = "work"] = process.argv.slice(2);
const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const update = (facts: object) =>
  send({ method: "session/update", params: { sessionId: "s1", update: facts } });
let promptId = 0;

function finish(stopReason: string): void {
  send({ id: promptId, result: { stopReason, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } } });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === "initialize") {
    if (mode === "leave-early") process.exit(0);
    process.stdout.write(mode === "progress" ? "\u001b[?25lLoading\r" : "a word that is no message\n");
    const protocolVersion = mode === "version-99" ? 99 : 1;
    send({ id, result: { protocolVersion, agentInfo: { name: "fake", version: "1.2.3" } } });
  } else if (method === "session/new") {
    if (mode === "login") return send({ id, error: { code: -32000, message: "Authentication required" } });
    if (mode === "refuse") return send({ id, error: { code: -32603, message: "No more room" } });
    const modes = {
      currentModeId: "read-only",
      availableModes: [{ id: "read-only" }, { id: "agent-full-access" }],
    };
    return send({ id, result: { sessionId: "s1", modes } });
  } else if (method === "session/set_mode") {
    writeFileSync("mode.txt", params.modeId);
    send({ id, result: {} });
  } else if (method === "session/prompt") {
    promptId = id;
    writeFileSync("prompt.txt", params.prompt[0].text);
    if (mode === "crash") process.exit(9);
    if (mode === "leave") process.exit(0);
    if (mode === "version-99") return;
    if (mode === "flood") {
      const text = "x".repeat(8_000_000);
      for (let at = 0; at < 2; at++)
        update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
      return finish("end_turn");
    }
    if (mode === "hang")
      return update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Hm." } });
    update({
      sessionUpdate: "tool_call",
      toolCallId: "t1",
      title: "write",
      kind: "edit",
      status: "pending",
      rawInput: {},
    });
    send({ id: 70, method: "fs/read_text_file", params: { path: "/etc/passwd" } });
    const rawInput =
      mode === "breaks" ? { path: "hello.txt", text: "a\u2028b\u2029c" } : { path: "hello.txt" };
    const options = [
      { kind: "reject_once", optionId: "no" },
      { kind: "allow_once", optionId: "yes" },
    ];
    send({
      id: 71,
      method: "session/request_permission",
      params: { sessionId: "s1", options, toolCall: { toolCallId: "t1", rawInput } },
    });
  } else if (method === "session/cancel") finish("cancelled");
  else if (id === 71) {
    writeFileSync("hello.txt", result.outcome.optionId);
    update({ sessionUpdate: "tool_call_update", toolCallId: "t1", status: "completed", content: [] });
    for (const text of ["Do", "ne."])
      update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    finish("end_turn");
  }
});
// One that stays when its client has gone.
process.stdin.on("end", () => (mode === "flood" ? process.exit() : setInterval(() => {}, 1000)));
