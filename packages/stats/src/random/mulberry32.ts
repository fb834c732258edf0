/** A source of numbers, evenly spread over [0, 1). */
export type Random = () => number;

/**
 * A small seeded source (Tommy Ettinger's mulberry32): the same seed gives the same numbers on every machine.
 * Every value is a multiple of 2⁻³²; seeds are taken modulo 2³². Not for secrets.
 */
export function mulberry32(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
