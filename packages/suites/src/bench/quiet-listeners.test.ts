import { expect, test } from "vitest";
import type { BenchConfig } from "./bench-config.ts";
import { quietListeners } from "./quiet-listeners.ts";

test("listeners are told as before, and the first that fails is told of", async () => {
  const told: string[] = [];
  const config = {
    onNotice: (notice: string) => void told.push(notice),
    onPreparing: async () => {
      throw new Error("gone");
    },
    onCaseStage: () => {
      throw new Error("gone as well");
    },
  } as Partial<BenchConfig> as BenchConfig;
  const quiet = quietListeners(config);
  quiet.config.onNotice?.("hear");
  expect([told, quiet.notice()]).toEqual([["hear"], null]);
  quiet.config.onPreparing?.({} as never);
  await new Promise(setImmediate);
  quiet.config.onCaseStage?.({} as never, "grading");
  expect(quiet.notice()).toBe("Whoever listened to the run failed: gone. The results are not affected.");
  expect(quiet.config).not.toHaveProperty("onCaseEvent");
});
