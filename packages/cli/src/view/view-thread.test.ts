import { expect, test } from "vitest";
import { openViewThread } from "./view-thread.ts";

test("the end of a thread that broke is not that of the one in its place", async () => {
  using thread = openViewThread("/nowhere/at/all");
  const first = await thread.grid("last").catch((error: Error) => error);
  const second = await thread.grid("last").catch((error: Error) => error);
  expect(first).toBeInstanceOf(Error);
  expect((second as Error).message).toBe((first as Error).message);
});
