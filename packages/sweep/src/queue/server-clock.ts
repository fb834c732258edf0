/** What is used of a backend of BullMQ: the one place through which it says everything to its server. */
interface Backend {
  /** On PostgreSQL. */
  run?(command: string, values: readonly unknown[]): Promise<Answer>;
  query?(sql: string): Promise<Answer>;
  /** On Redis. */
  execCommand?(client: RedisClient, command: string, args: readonly unknown[]): unknown;
}

interface Answer {
  rows: Record<string, unknown>[];
}

interface RedisClient {
  /** Seconds, and microseconds beside them. */
  time(): Promise<readonly [number | string, number | string]>;
}

/** What is so close to now is a point in time: no length of time and no count is. */
const nearMs = 60_000;
/** Clocks that differ by less are as good as the same. */
const sameMs = 1_000;
/** How often the clock of the server is asked for. */
const askEveryMs = 60_000;
/** Commands on Redis that tell a time and are sent alone. */
const timed = /^move/;

/**
 * Makes backends that tell the server all times by its own clock. BullMQ tells them by that of the process: the lock of a
 * machine whose clock is behind is then long over for the others, and that of one whose clock is ahead never is.
 */
export function byServerClock<Made extends object, Given extends unknown[]>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  return (...given) => {
    const made = make(...given);
    const backend = made as Backend;
    const run = backend.run?.bind(backend);
    if (run) {
      const clock = new ServerClock();
      const ask = async () => {
        const sql = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now";
        return Number((await backend.query!(sql)).rows[0]!.now);
      };
      backend.run = async (command, values) => {
        const aheadMs = await clock.ahead(ask);
        const answer = await run(command, there(values, aheadMs) as unknown[]);
        return Object.assign(answer, { rows: here(answer.rows, aheadMs) });
      };
    }
    const execute = backend.execCommand?.bind(backend);
    if (execute) {
      const clock = new ServerClock();
      backend.execCommand = (client, command, args) => {
        if (!timed.test(command)) return execute(client, command, args);
        return (async () => {
          const aheadMs = await clock.ahead(async () => {
            const [seconds, micros] = await client.time();
            return Number(seconds) * 1_000 + Number(micros) / 1_000;
          });
          return here(await execute(client, command, there(args, aheadMs) as unknown[]), aheadMs);
        })();
      };
    }
    return made;
  };
}

/** How far the clock of the server is ahead of that of this process. Both may be set at any time. */
class ServerClock {
  #aheadMs: Promise<number> | undefined;
  #setAt = 0;
  #askedAt = 0;

  ahead(ask: () => Promise<number>): Promise<number> {
    const now = performance.now();
    const setAt = Date.now() - now;
    const isOld = now - this.#askedAt > askEveryMs || Math.abs(setAt - this.#setAt) > sameMs;
    if (!this.#aheadMs || isOld) {
      this.#setAt = setAt;
      this.#askedAt = now;
      this.#aheadMs = difference(ask).catch((error: unknown) => {
        this.#aheadMs = undefined;
        throw error;
      });
    }
    return this.#aheadMs;
  }
}

async function difference(ask: () => Promise<number>): Promise<number> {
  const before = Date.now();
  const asked = await ask();
  const aheadMs = Math.round(asked - (before + Date.now()) / 2);
  return Math.abs(aheadMs) < sameMs ? 0 : aheadMs;
}

/** What is said, with all times in it by the clock of the server. */
function there(said: unknown, aheadMs: number): unknown {
  return shifted(said, Date.now(), aheadMs);
}

/** What was answered, with all times in it by the clock of this process. */
function here(answered: unknown, aheadMs: number): unknown {
  return shifted(answered, Date.now() + aheadMs, -aheadMs);
}

/** Times are numbers, or such as text, close to now. */
function shifted(value: unknown, now: number, byMs: number): unknown {
  if (byMs === 0) return value;
  if (typeof value === "number") return Math.abs(value - now) < nearMs ? value + byMs : value;
  if (typeof value === "string")
    return /^\d{10,14}$/.test(value) ? String(shifted(Number(value), now, byMs)) : value;
  if (Array.isArray(value)) return value.map((each) => shifted(each, now, byMs));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shifted(each, now, byMs)]));
}
