import { createRequire } from "node:module";
import { QueueDriverError } from "./queue-errors.ts";

/**
 * Throws a `QueueDriverError` where BullMQ, whose module is at this URL, finds no ioredis: it looks for it only when it
 * connects, and then waits for a server that it never asks.
 */
export function needRedisDriver(bull: string): void {
  try {
    createRequire(bull).resolve("ioredis");
  } catch (cause) {
    throw new QueueDriverError("ioredis", cause);
  }
}
