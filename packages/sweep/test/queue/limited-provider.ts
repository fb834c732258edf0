// A simulated provider in a process of its own: takes its time, turns the calls of one caller away when it is told to,
// and remembers when each call was sent and how many it had then.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { endWithParent } from "./end-with-parent.ts";

/** One request as the provider saw it. */
export interface Visit {
  /** When the caller sent it, in milliseconds. */
  sentAt: number;
  worker: number;
  /** Calls at once, this one included: of all callers, and of this one. */
  atOnce: number;
  ownAtOnce: number;
  status: number;
}

endWithParent();
const takesMs = Number(process.argv[2]);
const visits: Visit[] = [];
const open = new Map<number, number>();
let refused = 0;

const server = createServer((request, response) => {
  const { url = "" } = request;
  if (url === "/visits") return response.end(JSON.stringify(visits));
  if (url.startsWith("/refuse/")) {
    refused = Number(url.slice("/refuse/".length));
    return response.end();
  }
  const worker = Number(request.headers["x-worker"]);
  const ownAtOnce = (open.get(worker) ?? 0) + 1;
  open.set(worker, ownAtOnce);
  const atOnce = [...open.values()].reduce((sum, each) => sum + each, 0);
  const status = worker === refused ? 429 : 200;
  visits.push({ sentAt: Number(request.headers["x-sent"]), worker, atOnce, ownAtOnce, status });
  // Also when the caller was killed: then it is no longer at work.
  response.on("close", () => open.set(worker, open.get(worker)! - 1));
  const answer = () => response.writeHead(status).end(JSON.stringify({ costUsd: 0.001 }));
  setTimeout(answer, status === 200 ? takesMs : 1);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
