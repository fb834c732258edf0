import { expect, test } from "vitest";
import { asksForHourCache } from "./hour-cache.ts";

test.each<[boolean, string]>([
  [true, '{"messages":[{"content":[{"cache_control":{"type":"ephemeral","ttl":"1h"}}]}]}'],
  [true, '{"messages":[{"content":[{"cache_control":{"\\u0074tl":"\\u0031h"}}]}]}'],
  [true, '{"cache_control":{"ttl":3600}}'],
  [false, '{"cache_control":{"type":"ephemeral","ttl":"5m"}}'],
  [false, '{"cache_control":null,"ttl":"1h","messages":["1h"]}'],
])("%s: %s", (is, text) => {
  expect(asksForHourCache(JSON.parse(text))).toBe(is);
});
