import { expect, test } from "vitest";
import { openBench } from "./support.ts";

/** A program that asks for a model over the gateway, or for none, and ends with a code whatever the answer. */
const asks = (model: string, code: number) => {
  const body = `JSON.stringify({ ${model === "" ? "" : `model: "${model}", `}messages: [] })`;
  const call = `fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { authorization: "Bearer " + process.env.OPENAI_API_KEY }, body: ${body} })`;
  return `command:node -e '${call}.then((r) => { process.exitCode = r.ok ? 7 : ${code}; })'`;
};

const servers = { env: { OPENAI_API_KEY: "the-real-key" } };
const model = "gpt-5.4-mini";

test("a program that carries on without the calls it was refused: why, and what to do, is told with the case", async () => {
  await using bench = await openBench();
  const unpriced = await bench.run({}, asks("gpt-of-nobody", 0), { model, servers });
  expect(unpriced).toMatchObject({ outcome: "failed", cost: 0 });
  expect(unpriced.runs[0]!.warnings).toEqual([
    expect.stringMatching(
      /^The gateway did not send a model call on\. openai\/gpt-of-nobody has no price, .*; then name that file in X_PRICES\. Or ask for the model that X_MODEL names\.$/,
    ),
  ]);
  const unnamed = await bench.run({}, asks("", 0), { model, servers });
  expect(unnamed.runs[0]!.warnings).toEqual([
    "The gateway did not send a model call on. The request names no model: ask for the one that X_MODEL names.",
  ]);
});

test("one that breaks on it before any call was answered stops the run as a mistake of the setup", async () => {
  await using bench = await openBench();
  const { outcome, runs } = await bench.run({}, asks("gpt-of-nobody", 3), { model, servers });
  expect(outcome).toBe("infrastructure");
  expect(runs).toMatchObject([
    { attempts: 1, error: expect.stringMatching(/^openai\/gpt-of-nobody has no price, .* X_PRICES\./) },
  ]);
  // The agent's own request was at fault, and it says so itself.
  const own = await bench.run({}, asks("", 3), { model, servers });
  expect(own).toMatchObject({
    outcome: "errored",
    runs: [{ warnings: [expect.stringContaining("X_MODEL")] }],
  });
});
