import { endianness } from "node:os";

/** A way into the kernel, by the kernel's own name for it, and the numbers of calls there. */
interface Way {
  audit: number;
  /** `add_key`, `request_key` and `keyctl`. */
  keys: readonly number[];
  /** `socket` and `socketpair`. */
  sockets: readonly number[];
  /** `socketcall`, which takes what to open from memory, where no filter looks. */
  socketCall: readonly number[];
}

const ways: Record<string, readonly Way[]> = {
  x64: [
    // The second ones are those of x32, which has the same name.
    {
      audit: 0xc000003e,
      keys: [248, 249, 250, 0x40000000 + 248, 0x40000000 + 249, 0x40000000 + 250],
      sockets: [41, 53, 0x40000000 + 41, 0x40000000 + 53],
      socketCall: [],
    },
    { audit: 0x40000003, keys: [286, 287, 288], sockets: [359, 360], socketCall: [102] },
  ],
  arm64: [
    { audit: 0xc00000b7, keys: [217, 218, 219], sockets: [198, 199], socketCall: [] },
    { audit: 0x40000028, keys: [309, 310, 311], sockets: [281, 288], socketCall: [] },
  ],
};

/** `io_uring_setup`, the same everywhere: what goes through such a ring is seen by no filter, sockets included. */
const ioUring = [425, 0x40000000 + 425];

/** Unix, IPv4, IPv6 and netlink: families of sockets of which a namespace of networks has its own. */
const ownFamilies = [1, 2, 10, 16];

/** The first argument of `socketcall` when it is to open one. */
const toOpen = 1;

const loadWord = 0x20;
const jumpIfEqual = 0x15;
const give = 0x06;
const allow = 0x7fff0000;
/** As if the kernel had no such call. */
const noSuchCall = 0x00050000 + 38;
/** As if it had no such sockets. */
const noSuchFamily = 0x00050000 + 97;
const atCall = 0;
const atAudit = 4;
const atFirstArgument = 16;

/**
 * A filter for system calls, as the kernel takes it, that keeps a process and all its descendants from what no namespace
 * keeps them from. That is the keys of the kernel: the session's keyring is inherited by every process, so keys of the
 * user could be read by it, and notes be left in it for others. With `ownSockets` it is also every socket but those of a
 * network of its own: one of a virtual machine leads to whatever the machine runs in. Null where the numbers of the
 * calls are not known.
 */
export function callFilter(
  { ownSockets }: { ownSockets: boolean },
  arch: string = process.arch,
): Uint8Array | null {
  const known = ways[arch];
  if (!known || endianness() !== "LE") return null;
  const refuse: Line = [give, 0, 0, noSuchCall];
  const family = [
    load(atFirstArgument),
    ...when(ownFamilies, [[give, 0, 0, allow]]),
    [give, 0, 0, noSuchFamily],
  ] as const;
  const opensOne = [
    load(atFirstArgument),
    ...when([toOpen], [[give, 0, 0, noSuchFamily]]),
    [give, 0, 0, allow],
  ] as const;
  const ofWay = ({ audit, keys, sockets, socketCall }: Way) => [
    load(atAudit),
    ...when(
      [audit],
      [
        load(atCall),
        ...when(keys, [refuse]),
        ...(ownSockets
          ? [...when(ioUring, [refuse]), ...when(sockets, family), ...when(socketCall, opensOne)]
          : []),
        [give, 0, 0, allow],
      ],
    ),
  ];
  // A way in that nobody knows here has no calls at all.
  return encoded([...known.flatMap(ofWay), refuse]);
}

/** An instruction: what, how far to jump when it holds and when not, and its operand. */
type Line = readonly [code: number, yes: number, no: number, operand: number];

const load = (at: number): Line => [loadWord, 0, 0, at];

/** Goes on with `then`, which has to end, if what was loaded is one of these numbers, else behind it. */
function when(numbers: readonly number[], then: readonly Line[]): readonly Line[] {
  const last = numbers.length - 1;
  const compare = (number: number, at: number): Line => [
    jumpIfEqual,
    last - at,
    at === last ? then.length : 0,
    number,
  ];
  return numbers.length === 0 ? [] : [...numbers.map(compare), ...then];
}

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
