import { connect, isIP } from "node:net";
import { QueueUnreachableError } from "./queue-errors.ts";

/** So long a server has to answer. */
const answerMs = 8_000;

/**
 * Resolves when the Redis at this address answers and lets us in. Throws a `QueueUnreachableError`: a queue waits for a
 * server that goes away later, but one that was never there is a mistake, and waiting for it would never end.
 */
export async function reachRedis(url: string, withinMs = answerMs): Promise<void> {
  if (!URL.canParse(url)) throw new QueueUnreachableError("this address", "it is no address");
  const { protocol, hostname, host, port, username, password } = new URL(url);
  const place = { host: hostname.replace(/^\[|\]$/g, "") || "127.0.0.1", port: Number(port || 6379) };
  const login = decoded([username, password], host).filter((word) => word !== "");
  const asked = [...(password === "" ? [] : [command("AUTH", ...login)]), command("PING")];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket =
    protocol === "rediss:"
      ? // All of TLS, which most have no use for.
        process
          .getBuiltinModule("node:tls")
          .connect({ ...place, ...(!isIP(place.host) && { servername: place.host }) })
      : connect(place);
  const timer = setTimeout(() => reject(new Error(`it did not answer in ${withinMs / 1000} s`)), withinMs);
  let said = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    const answers = said.split("\r\n").slice(0, -1);
    const refused = answers.find((answer) => !answer.startsWith("+"));
    if (refused !== undefined) reject(new Error(`it says "${refused.replace(/^-/, "").slice(0, 200)}"`));
    else if (answers.length >= asked.length) resolve();
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error("it closed the connection")));
  socket.write(asked.join(""));
  try {
    await promise;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new QueueUnreachableError(host || place.host, message || code || "it is away");
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function decoded(words: readonly string[], host: string): string[] {
  try {
    return words.map(decodeURIComponent);
  } catch {
    throw new QueueUnreachableError(host, "a % in its user or password has to be written as %25");
  }
}

/** As Redis reads it. */
function command(...words: string[]): string {
  return [`*${words.length}`, ...words.flatMap((word) => [`$${Buffer.byteLength(word)}`, word]), ""].join(
    "\r\n",
  );
}
