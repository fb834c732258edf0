import { FlowError } from "@flow-state-dev/core";

/** The address of a queue that is none. It never holds the address, which may hold a password. */
export class QueueAddressError extends FlowError {
  override readonly name = "QueueAddressError";

  constructor(scheme: string) {
    super(
      `A queue lies at postgres://… or redis://…, and this address begins with "${scheme}". Give --queue one of these, or leave it out: the queue then lies beside the records.`,
      { code: "queue-address", details: { scheme } },
    );
  }
}

/** A package that the queue needs is not installed. */
export class QueueDriverError extends FlowError {
  override readonly name = "QueueDriverError";

  constructor(name: "bullmq" | "ioredis", cause: unknown) {
    super(
      name === "bullmq"
        ? "Work on many machines goes through a queue, which needs the package bullmq, and it is not installed. Run npm install bullmq where x is installed, on every machine."
        : "A queue on Redis needs the package ioredis, which is not installed: npm install ioredis, or leave --queue out, so that the queue lies in PostgreSQL beside the records.",
      { code: "queue-driver", details: { package: name }, cause },
    );
  }
}

/** Nothing answers where the queue is said to lie. It holds the host, never the password. */
export class QueueUnreachableError extends FlowError {
  override readonly name = "QueueUnreachableError";

  constructor(host: string, why: string) {
    super(
      `The queue on the Redis at ${host} cannot be reached: ${why.replace(/\.$/, "")}. Look whether the server runs and whether --queue names it.`,
      { code: "queue-unreachable", details: { host } },
    );
  }
}

/** The queue has stopped to work, or to answer. */
export class QueueBrokenError extends FlowError {
  override readonly name = "QueueBrokenError";

  /** `problem` is what its server says, null when that is nothing. */
  constructor(afterMs: number, problem: string | null, cause?: unknown) {
    const [what, next] =
      problem === null
        ? ["answered", ". Look whether its server runs"]
        : ["worked", `: ${problem.replace(/\.$/, "")}. Set that right`];
    super(
      `The queue has not ${what} for ${afterMs / 1000} s${next}, then give the same command with --resume: what is done stays done, and workers go on with what they have.`,
      { code: problem === null ? "queue-silent" : "queue-broken", details: { afterMs }, cause },
    );
  }
}
