import { readdirSync } from "node:fs";
import { entryOf, lookAt } from "./look.ts";
import { sameFile, sameLink } from "./same-content.ts";

/**
 * Whether two folders hold the same under a name that is no UTF-8, as programs of other systems and times left it. What
 * Node makes of such a name leads nowhere, so all is looked at by the bytes of its name. Several may read alike.
 *
 * @param name as Node reads it
 */
export async function sameByBytes(one: string, other: string, name: string): Promise<boolean> {
  const readAlike = (folder: string) =>
    namesOf(Buffer.from(folder)).filter((each) => each.toString() === name);
  const names = readAlike(one);
  return names.length > 0 && sameNames(Buffer.from(one), names, Buffer.from(other), readAlike(other));
}

async function sameNames(
  one: Buffer,
  names: readonly Buffer[],
  other: Buffer,
  otherNames: readonly Buffer[],
): Promise<boolean> {
  if (names.length !== otherNames.length) return false;
  for (const [at, name] of names.entries())
    if (!name.equals(otherNames[at]!) || !(await sameEntry(below(one, name), below(other, name))))
      return false;
  return true;
}

async function sameEntry(one: Buffer, other: Buffer): Promise<boolean> {
  const [facts, otherFacts] = [lookAt(one), lookAt(other)];
  if (!facts || !otherFacts) return false;
  const [a, b] = [entryOf(facts), entryOf(otherFacts)];
  if (a.type !== b.type || a.executable !== b.executable) return false;
  if (a.type === "link") return sameLink(one, other);
  if (a.type === "file") return a.size === b.size && sameFile(one, other);
  return a.type === "folder" && sameNames(one, namesOf(one), other, namesOf(other));
}

/** In the order of their bytes; none when it cannot be read. */
function namesOf(folder: Buffer): Buffer[] {
  try {
    return readdirSync(folder, "buffer").sort(Buffer.compare);
  } catch {
    return [];
  }
}

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from("/"), name]);
}
