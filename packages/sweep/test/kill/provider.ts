// A simulated provider in a process of its own: answers after a while, at a cost, and remembers every call it saw.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the provider saw it. */
export interface SeenCall {
  callId: string;
  cell: string;
  attempt: number;
  costUsd: number;
}

const seen: SeenCall[] = [];

const server = createServer((request, response) => {
  if (request.url === "/seen") return response.end(JSON.stringify(seen));
  const callId = String(request.headers["x-call-id"]);
  const cell = String(request.headers["x-cell"]);
  const costUsd = (1 + (seen.length % 7)) / 1000;
  seen.push({ callId, cell, attempt: Number(request.headers["x-attempt"]), costUsd });
  setTimeout(() => response.end(JSON.stringify({ costUsd })), 5 + Math.random() * 20);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
