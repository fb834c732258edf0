import type { RepairConfig } from "@flow-state-dev/core";

/**
 * For everybody who answers in data: an answer that does not fit is read as far as it can be, and nobody is asked a
 * second time. Every pattern can go on without such an answer, so the number of calls follows from the shape of the
 * pattern alone, and a comparison at equal calls stays one.
 */
export const askedOnce: RepairConfig = { maxAttempts: 0 };
