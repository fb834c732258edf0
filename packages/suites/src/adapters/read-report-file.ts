import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { factsOf, type JsonFacts } from "./json-facts.ts";

const mostBytes = 1024 * 1024;

/** The JSON object in a file that an agent wrote; null without one. No link is followed, and little is read. */
export async function readReportFile(path: string): Promise<JsonFacts | null> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const facts = await file.stat();
    if (!facts.isFile() || facts.size > mostBytes) return null;
    return factsOf(JSON.parse((await file.readFile()).toString("utf8")));
  } catch {
    return null;
  }
}
