import { inflateSync } from "node:zlib";

/** How a patch gives bytes: all of them, or how to make them from the old ones. */
export interface BinaryChange {
  kind: "literal" | "delta";
  /** As they were packed, before they were encoded. */
  packed: Buffer;
  /** Of what is packed. */
  size: number;
}

/** Of one content. Patches are made of much less; a few bytes could stand for more than the machine has. */
const mostBytes = 64 * 2 ** 20;

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
const worthOf = new Map([...digits].map((digit, value) => [digit, value]));

/** Bytes from the lines of a binary patch. Throws a `RangeError` when they make no sense. */
export function decodeLines(lines: readonly string[]): Buffer {
  return Buffer.concat(lines.map(decodeLine));
}

/** The first letter tells how many bytes the line holds, 1 to 52. */
function decodeLine(line: string): Buffer {
  const first = line.charCodeAt(0);
  const length = first >= 97 ? first - 97 + 27 : first - 65 + 1;
  const groups = line.slice(1);
  if (!(length >= 1 && length <= 52) || groups.length !== Math.ceil(length / 4) * 5)
    throw new RangeError("A line of a binary patch is cut short.");
  const bytes = Buffer.alloc((groups.length / 5) * 4);
  for (let at = 0; at < groups.length; at += 5) {
    let value = 0;
    for (const digit of groups.slice(at, at + 5)) {
      const worth = worthOf.get(digit);
      if (worth === undefined) throw new RangeError("A line of a binary patch has a letter that is none.");
      value = value * 85 + worth;
    }
    if (value > 0xffff_ffff) throw new RangeError("A line of a binary patch has a number that is too large.");
    bytes.writeUInt32BE(value, (at / 5) * 4);
  }
  return bytes.subarray(0, length);
}

/** The new bytes. Throws a `RangeError` when the change does not fit the old ones. */
export function applyBinary({ kind, packed, size }: BinaryChange, old: Buffer): Buffer {
  const bytes = inflated(packed, size);
  if (bytes.length !== size) throw new RangeError("A binary patch has another size than it says.");
  return kind === "literal" ? bytes : applyDelta(bytes, old);
}

function inflated(packed: Buffer, size: number): Buffer {
  if (size > mostBytes) throw new RangeError("A binary patch is larger than a patch may be.");
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw new RangeError("A binary patch has another size than it says, or is broken.");
  }
}

function applyDelta(delta: Buffer, old: Buffer): Buffer {
  let at = 0;
  const next = () => {
    const byte = delta[at++];
    if (byte === undefined) throw new RangeError("A binary patch ends too early.");
    return byte;
  };
  const number = () => {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = next();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  };
  /** Little-endian; only the bytes whose bit is set are there. */
  const some = (bits: number, count: number) => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) if (bits & (1 << bit)) value += next() * 0x100 ** bit;
    return value;
  };
  if (number() !== old.length) throw new RangeError("A binary patch is for another file.");
  const size = number();
  if (size > mostBytes) throw new RangeError("A binary patch is larger than a patch may be.");
  const parts: Buffer[] = [];
  let made = 0;
  while (at < delta.length) {
    if (made > size) throw new RangeError("A binary patch has another size than it says.");
    const command = next();
    if (command === 0) throw new RangeError("A binary patch has a command that is none.");
    if (command < 0x80) {
      parts.push(delta.subarray(at, at + command));
      at += command;
      made += command;
      continue;
    }
    const from = some(command & 0x0f, 4);
    const length = some((command & 0x70) >> 4, 3) || 0x10000;
    if (from + length > old.length) throw new RangeError("A binary patch is for another file.");
    parts.push(old.subarray(from, from + length));
    made += length;
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length !== size) throw new RangeError("A binary patch has another size than it says.");
  return bytes;
}
