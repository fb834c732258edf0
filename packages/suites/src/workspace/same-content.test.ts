import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readWhole, sameFile } from "./same-content.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "x-same-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const put = (name: string, bytes: Buffer | string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

test("small files are read into small buffers: of many, large ones took most of the time", async () => {
  const [one, other] = [put("one", "x".repeat(100)), put("other", "x".repeat(100))];
  const taken = vi.spyOn(Buffer, "allocUnsafe");
  expect(readWhole(one)).toHaveLength(100);
  expect(await sameFile(one, other)).toBe(true);
  const sizes = taken.mock.calls.map(([size]) => size);
  expect(Math.max(...sizes)).toBeLessThan(1_000);
});

test.each([0, 1, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 3 * 2 ** 20])(
  "%i bytes are read and compared",
  async (size) => {
    const bytes = Buffer.alloc(size, "abcdefg");
    const [one, same] = [put("one", bytes), put("same", bytes)];
    const longer = put("longer", Buffer.concat([bytes, Buffer.from("x")]));
    expect(readWhole(one)?.equals(bytes)).toBe(true);
    expect(await sameFile(one, same)).toBe(true);
    expect(await sameFile(one, longer)).toBe(false);
    expect(await sameFile(longer, one)).toBe(false);
    if (size === 0) return;
    const last = Buffer.from(bytes);
    last[size - 1] = 0;
    expect(await sameFile(one, put("last", last))).toBe(false);
  },
);

test("what says that it is empty and is not is read all the same", () => {
  expect(readWhole("/proc/self/status")!.toString()).toContain("Name:");
});

test("what is not there, and a folder, hold nothing", async () => {
  expect(readWhole(join(folder, "none"))).toBeNull();
  expect(readWhole(folder)).toBeNull();
  expect(await sameFile(join(folder, "none"), put("one", ""))).toBe(false);
});
