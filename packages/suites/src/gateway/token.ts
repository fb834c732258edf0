import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** A word that nobody can guess. */
export function newToken(): string {
  return `gw-${randomBytes(24).toString("hex")}`;
}

/**
 * The path below the token, when the request has it: as the first part of its path or, for programs whose address takes
 * no path, as its key. Null for everybody else.
 */
export function pathBehindToken(token: string, target: string, headers: IncomingHttpHeaders): string | null {
  const [, first = "", rest = ""] = /^\/([^/?]*)(.*)$/s.exec(target) ?? [];
  if (isSame(first, token)) return rest;
  if (!target.startsWith("/")) return null;
  return keysIn(target, headers).some((key) => isSame(key, token)) ? target : null;
}

function keysIn(target: string, headers: IncomingHttpHeaders): string[] {
  const bearer = /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1];
  const inQuery = new URLSearchParams(target.split("?", 2)[1] ?? "").get("key");
  return [bearer, headers["x-api-key"], headers["x-goog-api-key"], headers["api-key"], inQuery].filter(
    (key): key is string => typeof key === "string",
  );
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
