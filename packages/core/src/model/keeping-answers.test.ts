import { expect, test } from "vitest";
import { keepingAnswers } from "./keeping-answers.ts";

const asked = (body: string, init: ResponseInit & { type?: string } = {}) => {
  const { type = "application/json", ...rest } = init;
  const given = new Response(body, { headers: { "content-type": type, "x-request-id": "req_1" }, ...rest });
  return { given, answer: keepingAnswers(async () => given)("http://127.0.0.1/v1") };
};

test.each(['{"choices": [{}]}', '{"choices": [{', "busy"])(
  "%j goes to the package as it came",
  async (body) => {
    const answer = await asked(body).answer;
    expect([await answer.text(), answer.status, answer.headers.get("x-request-id")]).toEqual([
      body,
      200,
      "req_1",
    ]);
  },
);

test.each<[string, ResponseInit & { type?: string }]>([
  ["a refusal", { status: 429 }],
  ["a stream", { type: "text/event-stream" }],
])("%s is not even read", async (_, init) => {
  const { given, answer } = asked('{"choices": []}', init);
  expect(await answer).toBe(given);
  expect(given.bodyUsed).toBe(false);
});

test.each(['{"choices": [], "usage": {}}', '{"error": {"message": "no"}}', "null"])(
  "%j is kept in the error",
  async (body) => {
    await expect(asked(body).answer).rejects.toMatchObject({
      name: "AI_APICallError",
      ...{ statusCode: 200, responseBody: body, responseHeaders: { "x-request-id": "req_1" } },
    });
  },
);
