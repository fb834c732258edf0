import type { IncomingMessage } from "node:http";
import { RequestError } from "./request-error.ts";

const most = 100_000;

/** The JSON object of a request. Throws a `RequestError` when it is none, or larger than any that the page sends. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? ""))
    throw new RequestError(415, "body-type", "Send JSON, and say so in the content type.");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    // Read to its end all the same: an answer would not arrive while the other side still sends.
    if (size <= most) parts.push(part);
  }
  if (size > most) throw new RequestError(413, "body-size", `The body is larger than ${most} bytes.`);
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ...body };
  } catch {
    // Said below, with what is no object.
  }
  throw new RequestError(400, "body-invalid", "The body is no JSON object.");
}
