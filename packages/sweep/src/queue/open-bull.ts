import { parseAddress } from "@flow-state-dev/records";
import type { Job, Queue, QueueOptions, Worker, WorkerOptions } from "bullmq";
import { cuttableBackend } from "./cuttable-backend.ts";
import { heardBackend } from "./heard-backend.ts";
import { QueueAddressError, QueueDriverError } from "./queue-errors.ts";
import { reachRedis } from "./reach-redis.ts";
import { needRedisDriver } from "./redis-driver.ts";
import { byServerClock } from "./server-clock.ts";

/** What a job carries: which cell. Everything else is in the store and in what the run is made of. */
export interface CellJob {
  subject: string;
  task: string;
  run: number;
}

/** BullMQ on one server. */
export interface Bull {
  queue(name: string): Queue<CellJob>;
  worker(
    name: string,
    work: (job: Job<CellJob>, token: string) => Promise<void>,
    options: WorkOptions,
  ): Worker<CellJob>;
  DelayedError: new () => Error;
  WaitingError: new () => Error;
  /** Ends what a server that is away would keep open for ever. */
  cut(): void;
}

/** How a worker takes jobs. */
export type WorkOptions = Pick<
  WorkerOptions,
  "concurrency" | "lockDuration" | "stalledInterval" | "maxStalledCount"
>;

/** Connections for statements of one queue, beside the one that listens. */
const poolSize = 2;

/**
 * Once a job has ended nothing of it is kept, so that its cell can be given out again on resume. One that breaks is
 * offered again: a cell that nobody offers is one that nobody runs.
 */
const jobOptions = {
  ...{ removeOnComplete: true, removeOnFail: true },
  ...{ attempts: 1_000_000, backoff: { type: "fixed", delay: 2_000 } },
};

/**
 * BullMQ on PostgreSQL, in a schema of its own beside that of the records (`x_records_queue`), or on Redis. Loads it on
 * first use. A Redis must answer. Throws `QueueAddressError`, `QueueDriverError`, `QueueUnreachableError`.
 */
export async function openBull(url: string): Promise<Bull> {
  const bull = await loadBull();
  const { DelayedError, WaitingError } = bull;
  const scheme = url.split(":", 1)[0]!.toLowerCase();
  if (scheme === "redis" || scheme === "rediss") {
    needRedisDriver(import.meta.resolve("bullmq"));
    await reachRedis(url);
    const connection = { url, maxRetriesPerRequest: null };
    const options = { connection: connection as QueueOptions["connection"], prefix: "x" };
    const { make, cut } = cuttableBackend(byServerClock(bull.createRedisBackend));
    const onRedis = bull.withBackend(make);
    return {
      queue: (name) => quiet(new onRedis.Queue<CellJob>(name, { ...options, defaultJobOptions: jobOptions })),
      worker: (name, work, how) =>
        quiet(
          new onRedis.Worker<CellJob>(name, (job, token) => work(job, token!), {
            ...options,
            ...always,
            ...how,
          }),
        ),
      ...{ DelayedError, WaitingError, cut },
    };
  }
  if (scheme !== "postgres" && scheme !== "postgresql") throw new QueueAddressError(scheme.slice(0, 20));
  const { connectionString, schema } = parseAddress(url);
  const connection = {
    connectionString,
    schema: `${schema}_queue`,
    migrate: true,
    max: poolSize,
    keepAlive: true,
  };
  const onPostgres = bull.withBackend(heardBackend(byServerClock(bull.createPostgresBackend)));
  return {
    queue: (name) =>
      quiet(
        new onPostgres.Queue<CellJob>(name, { connection, defaultJobOptions: jobOptions }),
      ) as unknown as Queue<CellJob>,
    worker: (name, work, how) =>
      quiet(
        new onPostgres.Worker<CellJob>(name, (job, token) => work(job as unknown as Job<CellJob>, token!), {
          ...{ connection, ...always, ...how },
        }),
      ) as unknown as Worker<CellJob>,
    ...{ DelayedError, WaitingError },
    // Its connections break by themselves.
    cut() {},
  };
}

/** Who stays on one machine has no use for it, and does not install it. */
async function loadBull(): Promise<typeof import("bullmq")> {
  try {
    return await import("bullmq");
  } catch (error) {
    throw isMissing(error, "bullmq") ? new QueueDriverError("bullmq", error) : error;
  }
}

/** Was this package looked for and not found? */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return code === "ERR_MODULE_NOT_FOUND" && String(message).includes(`'${name}'`);
}

/** A server that is away is tried again soon. */
const always = { runRetryDelay: 1_000, drainDelay: 5 } as const;

/**
 * Trouble with the queue is passing or is found out where the work is done: the store says what counts. Without a
 * listener it would end the process.
 */
function quiet<T extends { on(event: "error", listener: (error: Error) => void): unknown }>(emitter: T): T {
  emitter.on("error", () => {});
  return emitter;
}
