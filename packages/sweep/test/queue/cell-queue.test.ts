import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { usePostgres } from "../../../records/test/postgres/support/use-postgres.ts";
import { CellQueue, queueSource } from "../../src/index.ts";
import { reachRedis } from "../../src/queue/reach-redis.ts";
import { startRedis, withRedis } from "./redis-server.ts";

const server = usePostgres();

const cells = [0, 1, 2].map((run) => ({ subject: "s", task: "t", run, taskHash: "h" }));
const lane = () => "";

test.each(["postgres", ...(withRedis ? ["redis"] : [])])(
  "the queue of a finished run is taken away, and can be filled again: %s",
  async (kind) => {
    await using open = new AsyncDisposableStack();
    const url = kind === "redis" ? open.use(await startRedis()).url : server.newUrl();
    const queue = open.use(await CellQueue.open(url));
    await queue.add("r", cells as never, lane);
    expect(await queue.size("r", [""])).toBe(3);
    await queue.remove("r", ["", "never-used"]);
    expect(await queue.size("r", [""])).toBe(0);
    expect(await queue.pending("r", cells, lane)).toEqual([false, false, false]);
    await queue.add("r", cells as never, lane);
    const stop = new AbortController();
    const runs: number[] = [];
    const source = queueSource({ url, lanes: [""], concurrency: 1 });
    await source.serve(
      "r",
      async ({ run }) => {
        if (runs.push(run) === cells.length) stop.abort();
        return "settled";
      },
      stop.signal,
    );
    expect(runs.sort()).toEqual([0, 1, 2]);
  },
);

test.each(["postgres", ...(withRedis ? ["redis"] : [])])(
  "a cell that could not be brought to its end is offered again, whatever went wrong: %s",
  async (kind) => {
    await using open = new AsyncDisposableStack();
    const url = kind === "redis" ? open.use(await startRedis()).url : server.newUrl();
    const queue = open.use(await CellQueue.open(url));
    await queue.add("r", cells.slice(0, 1) as never, lane);
    const stop = new AbortController();
    const again: boolean[] = [];
    const source = queueSource({ url, lanes: [""], concurrency: 1 });
    setTimeout(() => stop.abort(), 20_000).unref();
    await source.serve(
      "r",
      async (_, isAgain) => {
        if (again.push(isAgain) === 1) throw new Error("the store is away");
        stop.abort();
        return "settled";
      },
      stop.signal,
    );
    expect(again).toEqual([false, true]);
    expect(await queue.size("r", [""])).toBe(0);
  },
);

test("a Redis that is not there is said, without the password, and ends nothing else", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  const opening = CellQueue.open(`redis://:geheim@127.0.0.1:${port}`);
  await expect(opening).rejects.toMatchObject({ code: "queue-unreachable" });
  await expect(opening).rejects.toThrow(`127.0.0.1:${port} cannot be reached`);
  await expect(opening).rejects.not.toThrow("geheim");
});

test("a password that is not written as an address wants it is said, and not shown", async () => {
  const opening = CellQueue.open("redis://:ge%heim@127.0.0.1:1");
  await expect(opening).rejects.toMatchObject({ code: "queue-unreachable" });
  await expect(opening).rejects.toThrow("a % in its user or password has to be written as %25");
  await expect(opening).rejects.not.toThrow("heim");
});

test.runIf(withRedis)("a Redis that wants another password says so", async () => {
  await using redis = await startRedis();
  const url = redis.url.replace("redis://", "redis://nobody:geheim@");
  await expect(reachRedis(redis.url)).resolves.toBeUndefined();
  await expect(reachRedis(url)).rejects.toThrow(/cannot be reached: it says "WRONGPASS/);
});

test("one behind TLS is asked for by its name, which an address is not", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  const closing = createServer((socket) => void socket.destroy()).listen(0, "127.0.0.1");
  await once(closing, "listening");
  const { port } = closing.address() as { port: number };
  process.on("warning", hear);
  try {
    await expect(reachRedis(`rediss://127.0.0.1:${port}`)).rejects.toThrow("cannot be reached");
    expect(warnings).toEqual([]);
  } finally {
    process.off("warning", hear);
    closing.close();
  }
});

test("one that takes calls and never answers is given up", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  try {
    await expect(reachRedis(`redis://127.0.0.1:${port}`, 500)).rejects.toThrow("did not answer in 0.5 s");
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
