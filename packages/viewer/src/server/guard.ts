import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** What a request is let in by. */
export interface Door {
  port: number;
  token: string;
}

/** What to do with a request: let it in, turn the token of its link into a cookie, or turn it away. */
export type Admission =
  | { state: "in" }
  | { state: "token" }
  | { state: "refused"; status: 401 | 403 | 421; message: string };

const names = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Only a page that this server sent may talk to it, and only with its token: a wrong Host is a rebound name, an Origin
 * or a Sec-Fetch-Site of elsewhere another site, and without the cookie it is nobody we know. The link from the
 * terminal carries the token itself, once.
 */
export function admit(request: IncomingMessage, url: URL, door: Door): Admission {
  const { host = "", origin, cookie = "" } = request.headers;
  const hosts = names.map((name) => `${name}:${door.port}`);
  if (!hosts.includes(host.toLowerCase()))
    return refused(421, `This server answers to ${hosts[0]} only, not to ${JSON.stringify(host)}.`);
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return refused(403, "Another site asked for this; only the page itself may.");
  const linked = url.pathname === "/" && request.method === "GET" && url.searchParams.has("token");
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none" && !linked)
    return refused(403, "Another site asked for this; only the page itself may.");
  if (!["GET", "HEAD"].includes(request.method ?? "") && origin === undefined)
    return refused(403, "A change must come from the page itself.");
  if (linked) {
    if (same(url.searchParams.get("token")!, door.token)) return { state: "token" };
    return refused(
      401,
      "The token in this link is not that of this server; open the link that x view printed.",
    );
  }
  const given = cookie
    .split(/;\s*/)
    .find((each) => each.startsWith(`${cookieName(door.port)}=`))
    ?.slice(cookieName(door.port).length + 1);
  if (given !== undefined && same(given, door.token)) return { state: "in" };
  return refused(401, "Open the link that x view printed: it carries the token that opens this page.");
}

/** Cookies know no ports; the name does, so that two servers of one machine do not take each other's. */
export function cookieName(port: number): string {
  return `x-view-${port}`;
}

function refused(status: 401 | 403 | 421, message: string): Admission {
  return { state: "refused", status, message };
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
