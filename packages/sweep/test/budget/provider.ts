// A simulated provider in a process of its own: answers after a while, at a cost, and adds up what it is owed.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the provider counted. */
export interface Bill {
  calls: number;
  /** In whole billionths of a dollar. */
  nanoUsd: number;
}

const processes = Number(process.argv[2]);
const waiting: (() => void)[] = [];
const bill: Bill = { calls: 0, nanoUsd: 0 };

const server = createServer((request, response) => {
  if (request.url === "/bill") {
    response.end(JSON.stringify(bill));
    return;
  }
  if (request.url === "/start") {
    // All start at the same moment.
    waiting.push(() => response.end("go"));
    if (waiting.length === processes) for (const go of waiting) go();
    return;
  }
  // From 0.1 cent to a whole cent, in odd amounts.
  const nanoUsd = 1_000_000 + ((bill.calls * 1_234_567) % 9_000_001);
  bill.calls += 1;
  bill.nanoUsd += nanoUsd;
  setTimeout(() => response.end(JSON.stringify({ costUsd: nanoUsd / 1e9 })), 2 + Math.random() * 10);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
