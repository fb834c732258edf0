import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import type { Duplex, Readable, Writable } from "node:stream";

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
 * Holds a pipe by each of the descriptors 4, 5 and 6, says who it is, and stays until it is hung up on. A shell gives a
 * text within the line as a pipe, without a process more; an older one gives it as a file.
 */
const holder = `
hold() {
  read -r pid _ </proc/self/stat
  echo "$pid"
  read -r _ <&3
}
exec 4<<one 5<<two 6<<three

one

two

three
if [ -p /proc/self/fd/4 ]; then
  read -r _ <&4; read -r _ <&5; read -r _ <&6
  hold
else
  : | { exec 4<&0; : | { exec 5<&0; : | { exec 6<&0; hold; }; }; }
fi
`;

/**
 * Pipes for a process on Linux; null where they cannot be had. What Node calls a pipe is a pair of sockets, and the
 * kernel refuses to open a socket by its name: `/dev/stdin`, `/dev/stdout` and `/dev/stderr` would be no files that a
 * program can read or write. A shell knows how to make pipes; they are taken over from it. They have no name in any
 * folder, so opening one anew never waits for somebody at its other end.
 */
export async function standardPipes(): Promise<StandardPipes | null> {
  if (process.platform !== "linux") return null;
  const opened: number[] = [];
  let hangUp = () => {};
  try {
    const shell = spawn("/bin/sh", ["-c", holder], {
      env: {},
      stdio: ["ignore", "pipe", "ignore", "pipe"],
      detached: true,
    });
    shell.on("error", () => {});
    const line = shell.stdio[3] as Duplex | null | undefined;
    line?.on("error", () => {});
    hangUp = () => line?.destroy();
    const said = shell.stdout as Readable;
    const words = await Promise.race([once(said, "data"), once(said, "close")]);
    const pid = Number(words[0]);
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
    return pipesOf(theirStdin, reading, writing);
  } catch {
    for (const end of opened) closeSync(end);
    return null;
  } finally {
    hangUp();
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
