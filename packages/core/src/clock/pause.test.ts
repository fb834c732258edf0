import { expect, test } from "vitest";
import { pause } from "./pause.ts";

test("a wait longer than a timer can be is a long one, and ends with its signal", async () => {
  const stop = new AbortController();
  const waiting = pause(1e12, stop.signal);
  const soon = new Promise((resolve) => setTimeout(resolve, 50, "still waiting"));
  expect(await Promise.race([waiting, soon])).toBe("still waiting");
  stop.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
});
