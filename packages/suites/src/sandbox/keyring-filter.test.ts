import { expect, test } from "vitest";
import { keyringFilter } from "./keyring-filter.ts";

const allowed = 0x7fff0000;
const noSuchCall = 0x00050026;

/** Runs a filter as the kernel does. */
function answer(filter: Uint8Array, audit: number, call: number): number {
  const lines = new DataView(filter.buffer, filter.byteOffset, filter.length);
  let register = 0;
  for (let at = 0; at * 8 < filter.length; at++) {
    const operand = lines.getUint32(at * 8 + 4, true);
    const code = lines.getUint16(at * 8, true);
    if (code === 0x06) return operand;
    if (code === 0x20) register = operand === 0 ? call : audit;
    else at += filter[at * 8 + (register === operand ? 2 : 3)]!;
  }
  throw new Error("it has no end");
}

test.each([
  ["x64", 0xc000003e, [248, 249, 250, 0x40000000 + 250]],
  ["x64", 0x40000003, [286, 287, 288]],
  ["arm64", 0xc00000b7, [217, 218, 219]],
  ["arm64", 0x40000028, [309, 310, 311]],
])("%s by way of %i: no calls for keys, all others", (arch, audit, calls) => {
  const filter = keyringFilter(arch)!;
  for (const call of calls) expect(answer(filter, audit, call)).toBe(noSuchCall);
  for (const call of [0, 1, 59, calls[0]! - 1, calls[0]! + 3])
    expect(answer(filter, audit, call)).toBe(allowed);
});

test("a way into the kernel that nobody knows has no calls, and a machine that nobody knows no filter", () => {
  expect(answer(keyringFilter("x64")!, 0xc00000b7, 1)).toBe(noSuchCall);
  expect(keyringFilter("riscv64")).toBeNull();
});
