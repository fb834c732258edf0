import { endianness } from "node:os";

/** Numbers of `add_key`, `request_key` and `keyctl`, by the kernel's own name for each way into it. */
const ways: Record<string, readonly { audit: number; calls: readonly number[] }[]> = {
  x64: [
    // The second three are those of x32, which has the same name.
    { audit: 0xc000003e, calls: [248, 249, 250, 0x40000000 + 248, 0x40000000 + 249, 0x40000000 + 250] },
    { audit: 0x40000003, calls: [286, 287, 288] },
  ],
  arm64: [
    { audit: 0xc00000b7, calls: [217, 218, 219] },
    { audit: 0x40000028, calls: [309, 310, 311] },
  ],
};

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const give = 0x06;
const allow = 0x7fff0000;
/** As if the kernel had no keys. */
const noSuchCall = 0x00050000 + 38;
const atCall = 0;
const atAudit = 4;

/**
 * A filter for system calls, as the kernel takes it, that keeps a process and all its descendants from the keys of the
 * kernel: the session's keyring is inherited by every process, whatever namespaces it is in, so keys of the user could
 * be read by it, and notes be left in it for others. Null where the numbers of the calls are not known.
 */
export function keyringFilter(arch: string = process.arch): Uint8Array | null {
  const known = ways[arch];
  if (!known || endianness() !== "LE") return null;
  const lines: Line[] = [];
  for (const { audit, calls } of known) {
    // Another way in: over the load of the call, its comparisons, and the two ends behind them.
    lines.push(
      [loadWord, 0, 0, atAudit],
      [jumpIfEqual, 0, calls.length + 3, audit],
      [loadWord, 0, 0, atCall],
    );
    for (const [at, call] of calls.entries()) lines.push([jumpIfEqual, calls.length - at, 0, call]);
    lines.push([give, 0, 0, allow], [give, 0, 0, noSuchCall]);
  }
  // A way in that nobody knows here has no calls at all.
  lines.push([give, 0, 0, noSuchCall]);
  return encoded(lines);
}

/** An instruction: what, how far to jump when it holds and when not, and its operand. */
type Line = readonly [code: number, yes: number, no: number, operand: number];

function encoded(lines: readonly Line[]): Uint8Array {
  const bytes = Buffer.alloc(lines.length * 8);
  for (const [at, [code, yes, no, operand]] of lines.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(yes, at * 8 + 2);
    bytes.writeUInt8(no, at * 8 + 3);
    bytes.writeUInt32LE(operand, at * 8 + 4);
  }
  return bytes;
}
