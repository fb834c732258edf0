/**
 * Chance that can be had again: every draw follows from a key and the name of what is drawn, and from nothing
 * else, so that neither order nor concurrency can change it. Draws of different names are independent.
 */
export interface Draws {
  /** Uniform in [0, 1). */
  uniform(purpose: string): number;
  /** True with this probability; never for 0, always for 1. */
  chance(purpose: string, probability: number): boolean;
  /** One of a list that is not empty, all alike. */
  pick<T>(purpose: string, list: readonly T[]): T;
  /** As many uniform draws as wanted. */
  generator(purpose: string): () => number;
  /** 16 hex digits that stand for the key. */
  readonly id: string;
}

/** Draws for a key. */
export function createDraws(key: string): Draws {
  const [a, b] = hash64(key);
  const generator = (purpose: string) => {
    const [c, d] = hash64(purpose);
    return sfc32(a, b, c, d);
  };
  const uniform = (purpose: string) => generator(purpose)();
  return {
    generator,
    uniform,
    chance: (purpose, probability) => uniform(purpose) < probability,
    pick: (purpose, list) => list[Math.floor(uniform(purpose) * list.length)]!,
    get id() {
      return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
    },
  };
}

/** Two well mixed halves; fast, and not for anything that must be hard to forge. */
function hash64(text: string): [number, number] {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a, b];
}

/** The sfc32 generator of the PractRand suite. */
function sfc32(a: number, b: number, c: number, d: number): () => number {
  let x = a | 0;
  let y = b | 0;
  let z = c | 0;
  let count = d | 0;
  const next = () => {
    const sum = (((x + y) | 0) + count) | 0;
    count = (count + 1) | 0;
    x = y ^ (y >>> 9);
    y = (z + (z << 3)) | 0;
    z = (z << 21) | (z >>> 11);
    z = (z + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 15; round++) next();
  return next;
}
