import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { type PipeMaker, startMaker } from "./pipe-maker.ts";

/** Three pipes of the kernel, for the input, output and errors of a process. */
export interface StandardPipes extends Disposable {
  /** Descriptors for the process, in the order of its own 0, 1 and 2. */
  theirs: readonly [number, number, number];
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** To be called once the process has its ends: no end of output is heard while they are open here too. */
  handOver: () => void;
}

/**
 * Pipes for a process on Linux; null where they cannot be had. What Node calls a pipe is a pair of sockets, and the
 * kernel refuses to open a socket by its name: `/dev/stdin`, `/dev/stdout` and `/dev/stderr` would be no files that a
 * program can read or write. A shell knows how to make pipes; they are taken over from it. They have no name in any
 * folder, so opening one anew never waits for somebody at its other end.
 */
export async function standardPipes(): Promise<StandardPipes | null> {
  if (process.platform !== "linux") return null;
  // Once more, in case somebody has ended the one that makes them.
  const mine = turn.then(async () => (await takenOver()) ?? (await takenOver()));
  turn = mine.then(() => {});
  return mine;
}

let maker: PipeMaker | null = null;
/** They are made one after the other. */
let turn = Promise.resolve();

/** Three pipes of the one that makes them, which is started anew for the next when it has ended. */
async function takenOver(): Promise<StandardPipes | null> {
  const opened: number[] = [];
  try {
    maker ??= startMaker();
    const pid = await maker.make();
    const open = (descriptor: number, flags: number): number => {
      const end = openSync(`/proc/${pid}/fd/${descriptor}`, flags);
      opened.push(end);
      return end;
    };
    // In this order no end is waited for, whatever system answers: one that does not wait, then those that it lets in.
    const [first, ...reading] = [4, 5, 6].map((each) =>
      open(each, constants.O_RDONLY | constants.O_NONBLOCK),
    );
    const writing = [4, 5, 6].map((each) => open(each, constants.O_WRONLY));
    const theirStdin = open(4, constants.O_RDONLY);
    closeSync(opened.splice(opened.indexOf(first!), 1)[0]!);
    maker.letGo();
    return pipesOf(theirStdin, reading, writing);
  } catch {
    for (const end of opened) closeSync(end);
    maker?.end();
    maker = null;
    return null;
  }
}

function pipesOf(
  theirStdin: number,
  reading: readonly number[],
  [ours, ...writing]: readonly number[],
): StandardPipes {
  const theirs = [theirStdin, writing[0]!, writing[1]!] as const;
  const stdin = new Socket({ fd: ours!, readable: false, writable: true });
  const [stdout, stderr] = reading.map((fd) => new Socket({ fd, readable: true, writable: false }));
  let handedOver = false;
  const handOver = () => {
    if (!handedOver) theirs.forEach((end) => closeSync(end));
    handedOver = true;
  };
  return {
    ...{ theirs, stdin, stdout: stdout!, stderr: stderr!, handOver },
    [Symbol.dispose]() {
      handOver();
      for (const stream of [stdin, stdout, stderr]) stream!.destroy();
    },
  };
}
