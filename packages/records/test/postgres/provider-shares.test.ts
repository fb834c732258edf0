import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Machines,
  openMachines,
  type ProviderShares,
  type RateAsk,
  type SlotAsk,
} from "../../src/index.ts";
import { usePostgres } from "./support/use-postgres.ts";

const server = usePostgres();
let machines: Machines;
beforeAll(async () => {
  machines = await openMachines(server.newUrl());
});
afterAll(() => machines?.[Symbol.asyncDispose]());

/** Longer than a test takes, so that only what a test waits for ends in it. */
const long = { windowMs: 600_000, leaseMs: 600_000 };
const slots: SlotAsk = { using: 0, wanted: 0, max: 10, start: null, well: 0, cut: null };
const rates: RateAsk = {
  ...{ requests: null, tokens: null, wanted: 0, held: 0, sent: 0, underWay: 0, endedTokens: 0 },
  ...{ known: 0, largest: 0, mean: 0 },
};
const cellsOf = async (shares: ProviderShares, provider: string, ask: Partial<SlotAsk>) =>
  (await shares.shareSlots(provider, { ...slots, ...ask })).cells;
const grantedOf = async (shares: ProviderShares, provider: string, ask: Partial<RateAsk>) =>
  (await shares.grantRates(provider, { ...rates, ...ask })).granted;

test("cells at once are never more than the limit, and come to be shared evenly", async () => {
  const [a, b] = [machines.providersFor("a", long), machines.providersFor("b", long)];
  expect(await cellsOf(a, "even", { wanted: 20 })).toBe(10);
  expect(await cellsOf(b, "even", { wanted: 20 })).toBe(0);
  // It runs ten and starts no more until it has five; what it runs counts.
  expect(await cellsOf(a, "even", { wanted: 20, using: 10 })).toBe(5);
  expect(await cellsOf(b, "even", { wanted: 20 })).toBe(0);
  expect(await cellsOf(a, "even", { wanted: 20, using: 7 })).toBe(5);
  expect(await cellsOf(b, "even", { wanted: 20 })).toBe(3);
  expect(await cellsOf(a, "even", { wanted: 20, using: 5 })).toBe(5);
  expect(await cellsOf(b, "even", { wanted: 20, using: 3 })).toBe(5);
  // Who wants less leaves it to others.
  expect(await cellsOf(b, "even", { wanted: 2, using: 2 })).toBe(2);
  expect(await cellsOf(a, "even", { wanted: 20, using: 5 })).toBe(8);
  await b.leave();
  expect(await cellsOf(a, "even", { wanted: 20, using: 8 })).toBe(10);
});

test("a worker that is not heard of loses its cells to others", async () => {
  const [a, b] = ["a", "b"].map((id) => machines.providersFor(id, { leaseMs: 2_000 }));
  expect(await cellsOf(a!, "lost", { wanted: 10 })).toBe(10);
  expect(await cellsOf(b!, "lost", { wanted: 10 })).toBe(0);
  await sleep(2_050);
  expect(await cellsOf(b!, "lost", { wanted: 10 })).toBe(10);
});

test("a limit that feels its way is one for all: up while calls go well, down for everybody at once", async () => {
  const [a, b] = [machines.providersFor("a", long), machines.providersFor("b", long)];
  const adaptive = { max: 100, start: 4, wanted: 50 };
  expect(await a.shareSlots("felt", { ...slots, ...adaptive })).toEqual({ cells: 4, limit: 4, cuts: 0 });
  // Without the limit in use nothing is learnt.
  expect(await a.shareSlots("felt", { ...slots, ...adaptive, using: 1, well: 3 })).toMatchObject({
    limit: 4,
  });
  expect(await a.shareSlots("felt", { ...slots, ...adaptive, using: 4, well: 4 })).toMatchObject({
    limit: 8,
  });
  expect(await b.shareSlots("felt", { ...slots, ...adaptive })).toMatchObject({ limit: 8, cuts: 0 });
  const cut = await b.shareSlots("felt", { ...slots, ...adaptive, cut: 0 });
  expect(cut).toMatchObject({ limit: 5, cuts: 1 });
  // A call that went out before the cut does not cut again.
  expect(await a.shareSlots("felt", { ...slots, ...adaptive, cut: 0, using: 4 })).toMatchObject({
    ...{ cuts: 1, limit: 5 },
  });
  expect(await a.shareSlots("felt", { ...slots, ...adaptive, cut: 1 })).toMatchObject({ limit: 3, cuts: 2 });
});

test("requests of a window are granted once, whoever asks, and are free when the window has passed", async () => {
  const shares = ["a", "b", "c"].map((id) => machines.providersFor(id, { windowMs: 1_000 }));
  const [a] = shares as [ProviderShares];
  const limit = { requests: 10 };
  const before = performance.now();
  const granted = await Promise.all(shares.map((each) => grantedOf(each, "rpm", { ...limit, wanted: 6 })));
  expect(granted.reduce((sum, each) => sum + each, 0)).toBe(10);
  expect(await grantedOf(a, "rpm", { ...limit, wanted: 1, sent: granted[0]!, held: 0 })).toBe(0);
  // Those of the others were never told of again: they count as long as they can have gone out.
  for (let free = 0; free === 0; ) free = await grantedOf(a, "rpm", { ...limit, wanted: 1 });
  expect(performance.now() - before).toBeGreaterThan(1_000);
});

test("what was granted and not used is given back", async () => {
  const a = machines.providersFor("a", long);
  expect(await grantedOf(a, "unused", { requests: 3, wanted: 5 })).toBe(3);
  expect(await grantedOf(a, "unused", { requests: 3, wanted: 5, held: 1, sent: 1 })).toBe(1);
});

test("tokens are held back by what calls were like, and one larger than the limit goes out alone", async () => {
  const [a, b] = [machines.providersFor("a", long), machines.providersFor("b", long)];
  const limit = { tokens: 10_000 };
  // Nothing is known yet: one call.
  expect(await grantedOf(a, "tpm", { ...limit, wanted: 5 })).toBe(1);
  expect(await grantedOf(b, "tpm", { ...limit, wanted: 5 })).toBe(0);
  const size = { known: 8, largest: 2_000, mean: 2_000, endedTokens: 2_000 };
  expect(await grantedOf(a, "tpm", { ...limit, ...size, wanted: 5 })).toBe(4);
  expect(await grantedOf(b, "tpm", { ...limit, wanted: 1 })).toBe(0);
  const huge = { known: 8, largest: 50_000, mean: 50_000 };
  expect(await grantedOf(a, "huge", { ...limit, ...huge, wanted: 5 })).toBe(1);
  expect(await grantedOf(a, "huge", { ...limit, ...huge, wanted: 5, underWay: 1, sent: 1 })).toBe(0);
});
