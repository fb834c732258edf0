import { afterEach, expect, test, vi } from "vitest";
import { byServerClock } from "./server-clock.ts";

afterEach(() => void vi.useRealTimers());

const here = Date.UTC(2026, 0, 1);
const hours = 3 * 3_600_000;

/** A backend on PostgreSQL whose server is so far ahead; it notes what it is told, and answers with `answered`. */
function postgres(aheadMs: number, answered: Record<string, unknown>[] = []) {
  vi.useFakeTimers({ now: here, toFake: ["Date"] });
  const told: unknown[] = [];
  const backend = byServerClock(() => ({
    async run(_command: string, values: readonly unknown[]) {
      told.push(...values);
      return { rows: answered };
    },
    query: async () => ({ rows: [{ now: String(here + aheadMs) }] }),
  }))();
  return { backend, told };
}

test("times are told by the clock of the server and answered by that of the process; nothing else is touched", async () => {
  const others = [30_000, 4, "a", null, true, here - 86_400_000, "12345678901", { hash: `${here}ab` }];
  const { backend, told } = postgres(hours, [{ at: here + hours + 5, of: [`${here + hours}`], count: 7 }]);
  const { rows } = await backend.run("any", [here, `${here - 20}`, { timestamp: here + 500 }, ...others]);
  expect(told).toEqual([here + hours, `${here + hours - 20}`, { timestamp: here + hours + 500 }, ...others]);
  expect(rows).toEqual([{ at: here + 5, of: [`${here}`], count: 7 }]);
});

test.each([0, 400, -900])("clocks that differ by %d ms are the same", async (aheadMs) => {
  const { backend, told } = postgres(aheadMs);
  await backend.run("any", [here]);
  expect(told).toEqual([here]);
});

test("on Redis the commands that move jobs tell times, and no others are held up for the clock", async () => {
  vi.useFakeTimers({ now: here, toFake: ["Date"] });
  let asked = 0;
  const client = {
    async time() {
      asked += 1;
      return [String((here - hours) / 1_000), "0"] as const;
    },
  };
  const backend = byServerClock(() => ({
    execCommand: (_client: typeof client, _command: string, args: readonly unknown[]): unknown => args,
  }))();
  expect(backend.execCommand(client, "addStandardJob", [here])).toEqual([here]);
  expect(asked).toBe(0);
  // What is said is by the server's clock; the echo of it is by ours again.
  const heard: unknown[] = [];
  const noting = byServerClock(() => ({
    execCommand: (_client: typeof client, _command: string, args: readonly unknown[]): unknown =>
      heard.push(...args),
  }))();
  await noting.execCommand(client, "moveToFinished", [here, "key"]);
  expect(heard).toEqual([here - hours, "key"]);
  expect(await backend.execCommand(client, "moveToActive", [here, 1])).toEqual([here, 1]);
});
