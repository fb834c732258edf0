import { expect, test } from "vitest";
import { ollamaBaseUrl } from "./ollama.ts";

// The forms and default ports are those of Ollama's own envconfig.
test.each([
  ["127.0.0.1", "http://127.0.0.1:11434/v1"],
  ["gpu-box", "http://gpu-box:11434/v1"],
  ["gpu-box:9000", "http://gpu-box:9000/v1"],
  [":9000", "http://127.0.0.1:9000/v1"],
  ["0.0.0.0", "http://127.0.0.1:11434/v1"],
  ["0.0.0.0:9000", "http://127.0.0.1:9000/v1"],
  ["http://0.0.0.0:9000", "http://127.0.0.1:9000/v1"],
  ["http://gpu-box:9000/", "http://gpu-box:9000/v1"],
  ["http://gpu-box", "http://gpu-box/v1"],
  ["https://gpu.example", "https://gpu.example/v1"],
  ["https://gpu.example/ollama/", "https://gpu.example/ollama/v1"],
  ["http://gpu-box:9000/v1", "http://gpu-box:9000/v1"],
  ["[::1]:9000", "http://[::1]:9000/v1"],
  ["constructor", "http://constructor:11434/v1"],
  ["[::]", "http://[::1]:11434/v1"],
])("%s is reached at %s", (written, url) => {
  expect(ollamaBaseUrl(written)).toBe(url);
});
