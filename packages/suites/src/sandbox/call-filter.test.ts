import { expect, test } from "vitest";
import { callFilter } from "./call-filter.ts";

const allowed = 0x7fff0000;
const noSuchCall = 0x00050026;
const noSuchFamily = 0x00050061;

/** Runs a filter as the kernel does. */
function answer(filter: Uint8Array, audit: number, call: number, argument = 0): number {
  const lines = new DataView(filter.buffer, filter.byteOffset, filter.length);
  const words: Record<number, number> = { 0: call, 4: audit, 16: argument };
  let register = 0;
  for (let at = 0; at * 8 < filter.length; at++) {
    const operand = lines.getUint32(at * 8 + 4, true);
    const code = lines.getUint16(at * 8, true);
    if (code === 0x06) return operand;
    if (code === 0x20) register = words[operand]!;
    else at += filter[at * 8 + (register === operand ? 2 : 3)]!;
  }
  throw new Error("it has no end");
}

const ways = [
  ["x64", 0xc000003e, [248, 249, 250, 0x40000000 + 250], [41, 53, 0x40000000 + 41]],
  ["x64", 0x40000003, [286, 287, 288], [359, 360]],
  ["arm64", 0xc00000b7, [217, 218, 219], [198, 199]],
  ["arm64", 0x40000028, [309, 310, 311], [281, 288]],
] as const;

test.each(ways)("%s by way of %i: no calls for keys, all others", (arch, audit, calls) => {
  const filter = callFilter({ ownSockets: false }, arch)!;
  for (const call of calls) expect(answer(filter, audit, call, 40)).toBe(noSuchCall);
  for (const call of [0, 1, 41, 59, 102, 198, 425, calls[0]! - 1, calls[0]! + 3])
    expect(answer(filter, audit, call, 40)).toBe(allowed);
});

test.each(ways)("%s by way of %i: only sockets of a network of its own", (arch, audit, calls, sockets) => {
  const filter = callFilter({ ownSockets: true }, arch)!;
  for (const call of [...calls, 425]) expect(answer(filter, audit, call, 1)).toBe(noSuchCall);
  for (const call of sockets) {
    for (const family of [1, 2, 10, 16]) expect(answer(filter, audit, call, family)).toBe(allowed);
    for (const family of [0, 3, 38, 40]) expect(answer(filter, audit, call, family)).toBe(noSuchFamily);
  }
  for (const call of [0, 1, 59]) expect(answer(filter, audit, call, 40)).toBe(allowed);
});

test("the old way to a socket, which no filter can look into, opens none", () => {
  const filter = callFilter({ ownSockets: true }, "x64")!;
  expect(answer(filter, 0x40000003, 102, 1)).toBe(noSuchFamily);
  expect(answer(filter, 0x40000003, 102, 2)).toBe(allowed);
});

test("a way into the kernel that nobody knows has no calls, and a machine that nobody knows no filter", () => {
  expect(answer(callFilter({ ownSockets: true }, "x64")!, 0xc00000b7, 1)).toBe(noSuchCall);
  expect(callFilter({ ownSockets: true }, "riscv64")).toBeNull();
});
