import { expect, test } from "vitest";
import { watchNetwork } from "./want-of-network.ts";

test.each([
  "npm error code EAI_AGAIN",
  "curl: (6) Could not resolve host: example.com",
  "connect: Network is unreachable",
  "curl: (7) Failed to connect to 93.184.216.34 port 80 after 0 ms: Couldn't connect to server",
  "curl: (7) Failed to connect to [2606:2800::1] port 443: Could not connect to server",
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

test.each([
  "curl: (7) Failed to connect to localhost port 3000 after 0 ms: Couldn't connect to server",
  "curl: (7) Failed to connect to 127.0.0.1 port 3000 after 0 ms: Couldn't connect to server",
  "curl: (7) Failed to connect to ::1 port 3000 after 0 ms: Couldn't connect to server",
])("%s is about a server of the case itself", (text) => {
  const watch = watchNetwork("none");
  watch.hear(text);
  expect(watch.sentence()).toBeNull();
});
