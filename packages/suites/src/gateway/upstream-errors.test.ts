import { expect, test } from "vitest";
import { ProviderRefusedError } from "./upstream-errors.ts";

test("what is not found may be the model, the address, or a wire that the server does not speak", () => {
  const server = {
    modelId: "ollama/qwen3:8b",
    provider: "ollama",
    url: "http://127.0.0.1:11434/v1/messages",
  };
  expect(new ProviderRefusedError(server, "404 page not found", 404).message).toBe(
    "The server of ollama/qwen3:8b (127.0.0.1:11434) refused with status 404: 404 page not found. Check the name of the model, the address in OLLAMA_HOST if it is set, and that the server has /v1/messages at all; trying again will not help.",
  );
});

test("no money behind a status for a key that may not do this is told as no money", () => {
  const server = {
    modelId: "openai-compatible/m",
    provider: "openai-compatible",
    url: "http://127.0.0.1:9/v1",
  };
  const body = '{"error":{"type":"exceeded_current_quota_error","message":"Suspended."}}';
  expect(new ProviderRefusedError(server, "Suspended.", 403, body)).toMatchObject({
    ...{
      code: "spent-quota",
      retryable: false,
      message: expect.stringContaining("Add money to the account"),
    },
  });
  expect(new ProviderRefusedError(server, "No.", 403, "{}")).toMatchObject({
    ...{ code: "provider-refused", message: expect.stringContaining("Check what the key") },
  });
});
