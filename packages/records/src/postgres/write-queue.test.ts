import { expect, test } from "vitest";
import { RecordsError } from "../errors/records-error.ts";
import type { Operation } from "./operation.ts";
import { WriteQueue } from "./write-queue.ts";

const operation = (name: string, bytes = 0): Operation => ({ fields: { op: name }, artifacts: [], bytes });
const trouble = new Error("trouble");

/** A queue whose batches are written down; `fails` says which error a batch meets, if any. */
function newQueue(fails: (names: string[]) => Error | null = () => null) {
  const batches: string[][] = [];
  const queue = new WriteQueue({
    send: async (runId, operations) => {
      const names = operations.map(({ fields }) => `${runId}:${fields.op}`);
      batches.push(names);
      await new Promise((resolve) => setTimeout(resolve, 1));
      const error = fails(names);
      if (error !== null) throw error;
      return names;
    },
    isStoreTrouble: (error) => error === trouble,
    translate: (error) => (error === trouble ? new RecordsError("store-failed", "It is down.") : error),
  });
  const add = (runId: string, name: string, bytes?: number) =>
    queue.add(runId, operation(name, bytes), (answer) => answer);
  return { queue, batches, add };
}

test("writes of one run that come together go together; while they are under way the next gather", async () => {
  const { queue, batches, add } = newQueue();
  const first = ["a", "b", "c"].map((name) => add("r", name));
  expect(await first[0]).toBe("r:a");
  const later = ["d", "e"].map((name) => add("r", name));
  expect(await Promise.all([...first, ...later])).toEqual(["r:a", "r:b", "r:c", "r:d", "r:e"]);
  expect(batches).toEqual([
    ["r:a", "r:b", "r:c"],
    ["r:d", "r:e"],
  ]);
  await queue.flush();
});

test("the order is kept over other runs, and over what is written alone", async () => {
  const { queue, batches, add } = newQueue();
  const alone = async () => void batches.push(["alone"]);
  await Promise.all([add("r", "a"), add("s", "b"), add("r", "c"), queue.alone(alone), add("r", "d")]);
  expect(batches).toEqual([["r:a"], ["s:b"], ["r:c"], ["alone"], ["r:d"]]);
});

test("a batch is no larger than so many writes and so many bytes", async () => {
  const { batches, add } = newQueue();
  const many = Array.from({ length: 1_500 }, (_, i) => add("r", String(i)));
  await Promise.all([...many, ...Array.from({ length: 4 }, (_, i) => add("r", `large ${i}`, 3_000_000))]);
  expect(batches.map(({ length }) => length)).toEqual([1_000, 502, 2]);
});

test("one that fails by itself does not harm its neighbours", async () => {
  const fault = new RangeError("too large");
  const { batches, add } = newQueue((names) => (names.includes("r:bad") ? fault : null));
  const settled = await Promise.allSettled([add("r", "a"), add("r", "bad"), add("r", "b")]);
  expect(settled.map((one) => (one.status === "fulfilled" ? one.value : one.reason))).toEqual([
    "r:a",
    fault,
    "r:b",
  ]);
  expect(batches).toEqual([["r:a", "r:bad", "r:b"], ["r:a"], ["r:bad"], ["r:b"]]);
});

test("a refusal read out of an answer rejects that write only", async () => {
  const { queue, add } = newQueue();
  const refusal = new RecordsError("no", "No.");
  const refused = queue.add("r", operation("a"), () => {
    throw refusal;
  });
  const next = add("r", "b");
  await expect(refused).rejects.toBe(refusal);
  expect(await next).toBe("r:b");
  await expect(
    queue.alone(async () => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
});

test("in trouble everything fails but what is kept, which goes first when the next write comes", async () => {
  let isDown = true;
  const { queue, batches, add } = newQueue(() => (isDown ? trouble : null));
  const errors: unknown[] = [];
  queue.addKept(
    "r",
    operation("charge"),
    () => {},
    (error) => errors.push(error),
  );
  const down = { code: "store-failed" };
  const alone = queue.alone(async () => "never");
  await expect(add("r", "a")).rejects.toMatchObject(down);
  await expect(alone).rejects.toMatchObject(down);
  await expect(queue.flush()).rejects.toMatchObject(down);
  isDown = false;
  await queue.flush();
  expect(batches.at(-1)).toEqual(["r:charge"]);
  expect(errors).toEqual([]);
});

test("a closed queue takes nothing, and refuses what is left", async () => {
  const { queue, add } = newQueue();
  const left = add("r", "a");
  queue.close();
  await expect(left).rejects.toMatchObject({ code: "store-closed" });
  await expect(add("r", "b")).rejects.toMatchObject({ code: "store-closed" });
  expect(() =>
    queue.addKept(
      "r",
      operation("c"),
      () => {},
      () => {},
    ),
  ).toThrow(/closed/);
});
