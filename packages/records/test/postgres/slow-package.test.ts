import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openMachines, openStoreAt } from "../../src/index.ts";
import { usePostgres } from "./support/use-postgres.ts";

const server = usePostgres();
const piece = () => randomBytes(1024 * 1024);

/** A database in which time passes, and somebody then opens the records, which removes what was left behind. */
async function place() {
  const url = server.newUrl();
  const machines = await openMachines(url);
  return {
    packages: machines.packages,
    async pass(minutes: number) {
      const schema = new URL(url).searchParams.get("schema");
      await server.sql(`UPDATE ${schema}.upload SET begun_ms = begun_ms - ${minutes * 60_000}`);
      await (await openStoreAt(url)).close();
    },
    [Symbol.asyncDispose]: () => machines[Symbol.asyncDispose](),
  };
}

test("a package that takes hours to send is kept whole", async () => {
  await using here = await place();
  const content = Array.from({ length: 5 }, piece);
  await here.packages.keep(
    "slow",
    (async function* () {
      for (const each of content) {
        yield each;
        await here.pass(40);
      }
    })(),
  );
  const read: Uint8Array[] = [];
  for await (const each of (await here.packages.read("slow"))!) read.push(each);
  expect(Buffer.concat(read).equals(Buffer.concat(content))).toBe(true);
});

test.each([
  ["between two pieces", 1],
  ["after the last", 2],
])("one that stood still for longer %s is not kept in parts, and says what to do", async (_, standsAfter) => {
  await using here = await place();
  const sent = here.packages.keep(
    "still",
    (async function* () {
      for (let pieces = 1; pieces <= 2; pieces += 1) {
        yield piece();
        if (pieces === standsAfter) await here.pass(70);
      }
    })(),
  );
  await expect(sent).rejects.toThrow("Give the same command again");
  expect(await here.packages.has("still")).toBe(false);
});
