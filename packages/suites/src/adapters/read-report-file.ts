import { readForeignFile } from "../agent/read-foreign-file.ts";
import { factsOf, type JsonFacts } from "./json-facts.ts";

const mostBytes = 1024 * 1024;

/** The JSON object in a file that an agent wrote; null without one. No link is followed, and little is read. */
export async function readReportFile(path: string): Promise<JsonFacts | null> {
  try {
    const file = await readForeignFile(path, mostBytes);
    return file.kind === "text" ? factsOf(JSON.parse(file.text)) : null;
  } catch {
    return null;
  }
}
