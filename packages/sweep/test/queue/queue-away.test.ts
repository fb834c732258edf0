import { expect, test } from "vitest";
import { CellQueue, queueSource } from "../../src/index.ts";
import { startChild } from "../support/child.ts";
import { startRedis, withRedis } from "./redis-server.ts";

const cells = [0, 1].map((run) => ({ subject: "s", task: "t", run, taskHash: "h" }));

test.runIf(withRedis)(
  "whoever leaves queues on a Redis that went away is not kept by it, and the cells in hand come to their end",
  async () => {
    const redis = await startRedis();
    const queue = await CellQueue.open(redis.url);
    await queue.add("r", cells as never, () => "");
    const stop = new AbortController();
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended: number[] = [];
    const serving = queueSource({ url: redis.url, lanes: [""], concurrency: 1 }).serve(
      "r",
      async ({ run }) => {
        begun.resolve();
        await goOn.promise;
        ended.push(run);
        return "settled";
      },
      stop.signal,
    );
    await begun.promise;
    await redis[Symbol.asyncDispose]();
    const asking = queue.size("r", [""]);
    stop.abort();
    goOn.resolve();
    await serving;
    expect(ended).toHaveLength(1);
    await Promise.all([
      expect(asking).rejects.toMatchObject({ code: "queue-silent" }),
      queue[Symbol.asyncDispose](),
    ]);
  },
);

test.runIf(withRedis)("a process that has left queues on a Redis that went away ends by itself", async () => {
  const redis = await startRedis();
  await using leaver = startChild("queue/leaver.ts", [redis.url]);
  expect(await leaver.line(), leaver.errors()).toBe("opened");
  await redis[Symbol.asyncDispose]();
  leaver.tell("leave");
  expect(await leaver.line(), leaver.errors()).toBe("left");
  expect(await leaver.ended).toBe(0);
});
