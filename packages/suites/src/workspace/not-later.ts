import { lutimesSync, readdirSync } from "node:fs";
import { lookAt, turnTaker } from "./look.ts";

const slash = Buffer.from("/");

/**
 * Gives files, links and folders that are dated later than now, as only who sets a time can date them, the time of now:
 * tools that go by times would take them for newer than whatever comes after.
 */
export async function notLater(root: string): Promise<void> {
  const now = new Date();
  const nowNs = BigInt(now.getTime()) * 1_000_000n;
  const takeTurns = turnTaker();
  const todo = [Buffer.from(root)];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    await takeTurns();
    const facts = lookAt(path);
    if (!facts || !(facts.isFile() || facts.isDirectory() || facts.isSymbolicLink())) continue;
    if (facts.mtimeNs > nowNs) lutimesSync(path, now, now);
    if (facts.isDirectory()) for (const name of namesIn(path)) todo.push(Buffer.concat([path, slash, name]));
  }
}

/** As bytes, since a name need not be text. */
function namesIn(path: Buffer): Buffer[] {
  try {
    return readdirSync(path, { encoding: "buffer" });
  } catch {
    return [];
  }
}
