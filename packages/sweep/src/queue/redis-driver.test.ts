import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { needRedisDriver } from "./redis-driver.ts";

test("a queue on Redis needs ioredis where BullMQ looks for it", () => {
  needRedisDriver(import.meta.url);
  const elsewhere = pathToFileURL(join(tmpdir(), "no-project/node_modules/bullmq/index.js")).href;
  expect(() => needRedisDriver(elsewhere)).toThrow("needs the package ioredis, which is not installed");
});
