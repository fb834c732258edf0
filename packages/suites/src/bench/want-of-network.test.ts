import { expect, test } from "vitest";
import { watchNetwork } from "./want-of-network.ts";

test.each([
  "npm error code EAI_AGAIN",
  "curl: (6) Could not resolve host: example.com",
  "connect: Network is unreachable",
])("%s tells of a missing network", (text) => {
  const watch = watchNetwork("none");
  watch.hear("all is well");
  expect(watch.sentence()).toBeNull();
  watch.hear(text);
  watch.hear("ENOTFOUND");
  expect(watch.sentence()).toContain('set "network": "full"');
  expect(watch.sentence()).not.toContain("ENOTFOUND");
});

test("with the network open it is something else", () => {
  const watch = watchNetwork("full");
  watch.hear("EAI_AGAIN");
  expect(watch.sentence()).toBeNull();
});
