import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startRawServer } from "../../suites/test/gateway/support/raw-server.ts";
import { benchFolder } from "./bench-folder.ts";

const findings = [{ criterion: "c1", evidence: "seen", verdict: "met" }];
const answer = {
  ...{ id: "1", object: "chat.completion", created: 1, model: "tiny" },
  choices: [
    {
      index: 0,
      finish_reason: "stop",
      message: { role: "assistant", content: JSON.stringify({ findings }) },
    },
  ],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
};

test("kill -9 while the judge is asked does not lose what the agent did", async () => {
  let onCall = () => {};
  await using server = await startRawServer((request, response) => {
    const isCall = request.url!.endsWith("/chat/completions");
    if (isCall) onCall();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isCall ? answer : { object: "list", data: [{ id: "tiny:latest" }] }));
  });
  await using folder = await benchFolder([
    { id: "a", expect: ["file:done.txt exists", "judge:It is done."] },
  ]);
  const env = { OLLAMA_HOST: new URL(server.url).host };
  const agent = `command:echo worked >> ${folder.file("marks")}; touch done.txt`;
  const args = ["--agent", agent, "--sandbox", "host", "--judge-model", "ollama/tiny"];
  const killed = await folder.bench(args, {
    env,
    onStart: (child) => {
      onCall = () => child.kill("SIGKILL");
    },
  });
  expect(killed.code).toBeNull();
  onCall = () => {};
  const resumed = await folder.bench([...args, "--resume"], { env });
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, results: { passed: 1 } });
  expect(readFileSync(folder.file("marks"), "utf8")).toBe("worked\n");
});
