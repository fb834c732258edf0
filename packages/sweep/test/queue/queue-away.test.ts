import { expect, test } from "vitest";
import { CellQueue, queueSource } from "../../src/index.ts";
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
