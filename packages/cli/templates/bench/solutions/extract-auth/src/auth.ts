import { createHmac, timingSafeEqual } from "node:crypto";

const secret = "only for this example";

/** A token for a user, valid until the given time. */
export function sign(user: string, expiresAt: number): string {
  const body = `${user}.${expiresAt}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** The user behind a token; null when it is forged or has expired. */
export function verify(token: string, now: number): string | null {
  const [user, expiresAt, mac] = token.split(".");
  if (user === undefined || expiresAt === undefined || mac === undefined) return null;
  const expected = sign(user, Number(expiresAt)).split(".")[2]!;
  if (mac.length !== expected.length) return null;
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null;
  return Number(expiresAt) > now ? user : null;
}
