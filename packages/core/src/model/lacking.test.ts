import { expect, test } from "vitest";
import { lacking } from "./lacking.ts";

test.each([
  "registry.ollama.ai/library/gemma:2b does not support tools",
  '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  "tools param requires --jinja flag",
  "No endpoints found that support tool use.",
  "`tool calling` is not supported with this model",
  "This model doesn't support function calling.",
])("tools: %s", (said) => {
  expect(lacking(said)).toBe("tools");
});

test.each([
  "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
  "This response_format type is unavailable now",
  "The model does not support structured outputs",
  "Structured output is not supported by this backend",
  "unsupported response_format",
])("schemas: %s", (said) => {
  expect(lacking(said)).toBe("schemas");
});

test.each([
  "This model only support stream mode, please enable the stream parameter to access the model. ",
  "parameter.enable_thinking must be set to false for non-streaming calls",
  "enable thinking can not be support when `stream=False`.",
  "Stream must be set to true",
])("whole answers: %s", (said) => {
  expect(lacking(said)).toBe("whole answers");
});

test.each([
  "Invalid schema for response_format 'x': 'oneOf' is not permitted.",
  "Invalid schema for response_format 'x': 'minItems' is not supported.",
  "In the schema of response_format 'allOf' is not supported.",
  "Unsupported value: 'temperature' does not support 0.2 with this model.",
  "prompt is too long: 210000 tokens > 200000 maximum",
  "Output blocked by content filtering policy",
  "Streaming is only for text; the stream of your thoughts is too long",
  "tools.0.name: String should match pattern",
  "Image inputs are not supported. Our tools are.",
  "",
])("neither: %s", (said) => {
  expect(lacking(said)).toBeUndefined();
});
