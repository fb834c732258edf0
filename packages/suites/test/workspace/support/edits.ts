import { execFileSync } from "node:child_process";
import * as fs from "node:fs";

/** What is known of a file without the executable bit. */
export const file = (size: number) => ({ type: "file", size, executable: false });

/** A folder of a lower layer cannot always be renamed; then it is copied, as `mv` does. */
export function move(from: string, to: string): void {
  execFileSync("mv", [from, to]);
}

/** Changes of every kind. */
export function edit(path: string): void {
  fs.writeFileSync(`${path}/src/new.ts`, "new\n");
  fs.writeFileSync(`${path}/src/a.ts`, "changed, no newline");
  fs.rmSync(`${path}/src/b.ts`);
  fs.writeFileSync(`${path}/binary`, Buffer.from([9, 0, 200, 201]));
  fs.writeFileSync(`${path}/latin`, Buffer.from("na\xefve\n", "latin1"));
  fs.writeFileSync(`${path}/new "quoted" \\ näme\n.txt`, "x\r\ny");
  fs.chmodSync(`${path}/run.sh`, 0o644);
  fs.rmSync(`${path}/out`);
  fs.symlinkSync("src/new.ts", `${path}/out`);
  fs.symlinkSync("nowhere", `${path}/src/dangling`);
  fs.writeFileSync(`${path}/empty-file`, "");
  fs.writeFileSync(`${path}/node_modules/dep/index.js`, "tampered");
  move(`${path}/one`, `${path}/moved`);
  fs.rmSync(`${path}/two/deep`, { recursive: true });
  fs.writeFileSync(`${path}/two/deep`, "a file now");
}
