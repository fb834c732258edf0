import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";

/** A shell that makes pipes, as Node cannot: one at a time for all processes to come, since to start it takes longer. */
export interface PipeMaker {
  /** Makes three, and tells whose descriptors 4, 5 and 6 their ends for reading are. Rejects when it has ended. */
  make(): Promise<number>;
  /** They were taken over. */
  letGo(): void;
  end(): void;
}

/**
 * A word on descriptor 3 asks for pipes, the next one lets them go, and its end is the shell's. A shell gives a short
 * text as a pipe, without a process more; an older one gives it as a file, and then processes have to hold the pipes.
 */
const script = `
held() {
  read -r pid _ </proc/self/stat
  echo "$pid" >&3
  read -r _ <&3
}
while read -r _ <&3; do
exec 4<<one 5<<two 6<<three

one

two

three
  if [ -p /proc/self/fd/4 ]; then
    read -r _ <&4; read -r _ <&5; read -r _ <&6
    held
  else
    : | { exec 4<&0; : | { exec 5<&0; : | { exec 6<&0; held; }; }; }
  fi
  exec 4<&- 5<&- 6<&-
done
`;

/** It keeps nobody awake who is otherwise done, and ends with this process, however that ends. */
export function startMaker(): PipeMaker {
  const shell = spawn("/bin/sh", ["-c", script], {
    env: {},
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    detached: true,
  });
  shell.on("error", () => {});
  shell.unref();
  const line = shell.stdio[3] as Socket;
  const gone = new AbortController();
  line.on("error", () => {}).on("close", () => gone.abort());
  line.unref();
  return {
    async make() {
      line.ref();
      try {
        line.write("\n");
        const [told] = await once(line, "data", gone);
        return Number(told);
      } finally {
        line.unref();
      }
    },
    letGo: () => void line.write("\n"),
    end: () => void line.destroy(),
  };
}
