import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Loads many objects at once, as a large benchmark does, then works on; tells the young generation in MB each time. */
function youngMb(before: string): number[] {
  const program = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { holdMemory } from ${JSON.stringify(new URL("hold-memory.ts", import.meta.url).href)};
    const tell = () => console.log(getHeapSpaceStatistics().find((each) => each.space_name === "new_space").space_size / 1e6);
    ${before}
    const tasks = Array.from({ length: 600_000 }, (_, at) => ({ id: "task-" + at, rubric: [at], prompt: "Question " + at }));
    tell();
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const garbage = Array.from({ length: 40_000 }, (_, at) => ({ at, list: [at] }));
      if (garbage.length + tasks.length === 0) throw new Error();
    }
    tell();
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return stdout.trim().split("\n").map(Number);
}

test("what loading a large benchmark took for new objects is given back, and it stays small", () => {
  const [loaded, later] = youngMb("holdMemory();");
  expect(loaded).toBeGreaterThan(34);
  expect(later).toBeLessThanOrEqual(34);
});

test("V8 alone keeps it", () => {
  const [loaded, later] = youngMb("");
  expect(loaded).toBeGreaterThan(34);
  expect(later).toBeGreaterThan(34);
});
