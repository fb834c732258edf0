import { setImmediate } from "node:timers/promises";

/** What was rejected during some work, or right after it, while nobody looked: it would end a process. */
export async function rejectionsDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const unseen: unknown[] = [];
  const onUnseen = (reason: unknown) => unseen.push(reason);
  process.on("unhandledRejection", onUnseen);
  try {
    await work();
    await setImmediate();
  } finally {
    process.off("unhandledRejection", onUnseen);
  }
  return unseen;
}
