import { chmodSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { openBench } from "./support.ts";

afterEach(() => void vi.unstubAllEnvs());

test("workspaces that cannot be removed are told, and what was paid for is there all the same", async () => {
  await using bench = await openBench();
  bench.put("tmp/empty", "");
  bench.put(
    "bin/rm",
    '#!/bin/sh\ncase "$*" in *frozen-[0-9]) echo "rm: it is busy" >&2; exit 1;; esac\nexec /bin/rm "$@"\n',
  );
  chmodSync(`${bench.path}/bin/rm`, 0o755);
  vi.stubEnv("TMPDIR", `${bench.path}/tmp`);
  vi.stubEnv("PATH", `${bench.path}/bin:${process.env.PATH}`);
  // Of so many files the removal is left to that program.
  const agent = "command:touch done.txt $(seq 200)";
  const told: string[] = [];
  const onNotice = (notice: string) => void told.push(notice);
  const first = await bench.run({}, agent, { onNotice });
  expect(first).toMatchObject({ pass: true });
  expect(told.at(-1)).toMatch(/^A workspace could not be removed: rm: it is busy\. Remove .* by hand\.$/);
  // Nor does what was left behind keep anybody from running the next.
  expect(await bench.run({}, agent, { onNotice })).toMatchObject({ pass: true });
});
