import { mulberry32 } from "../random/mulberry32.ts";
import { fillSignedSums } from "./sign-flip-exact.ts";

/** Lists that share their coins at once: each keeps a sum for every pattern meanwhile. */
const atOnce = 64;

/**
 * For each list of sizes, how many random sign patterns have a sum at least `threshold` away from zero. The patterns
 * are those that a list would have alone with this seed, as far as it is long.
 */
export function drawAtLeast(
  lists: readonly { sizes: Float64Array; threshold: number }[],
  draws: number,
  seed: number,
): number[] {
  // Used for all: lists of this kind that are made anew bring the garbage collector on.
  const sums = lists.slice(0, atOnce).map(() => new Float64Array(draws));
  const counts: number[] = [];
  for (let at = 0; at < lists.length; at += atOnce) {
    const some = lists.slice(at, at + atOnce);
    drawSums(
      some.map(({ sizes }) => sizes),
      sums,
      seed,
    );
    some.forEach(({ threshold }, place) => counts.push(countBeyond(sums[place]!, threshold)));
  }
  return counts;
}

/** The sums of every list under every pattern: for 32 tasks after the other, one number of the source a pattern. */
function drawSums(lists: readonly Float64Array[], sums: readonly Float64Array[], seed: number): void {
  const random = mulberry32(seed);
  const coins = new Int32Array(sums[0]!.length);
  const tables = [0, 1, 2, 3].map(() => new Float64Array(256));
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  for (const each of sums) each.fill(0);
  for (let start = 0; start < longest; start += 32) {
    for (let draw = 0; draw < coins.length; draw++) coins[draw] = (random() * 4294967296) | 0;
    lists.forEach((sizes, at) => {
      if (start < sizes.length) addSigned(sums[at]!, sizes.subarray(start, start + 32), coins, tables);
    });
  }
}

/** Adds up to 32 sizes to every sum, by the coins of its pattern: four look-ups in tables of all sums of eight. */
function addSigned(
  sums: Float64Array,
  sizes: Float64Array,
  coins: Int32Array,
  tables: readonly Float64Array[],
): void {
  const last = tables.map((table, at) => fillSignedSums(table, sizes.subarray(8 * at, 8 * at + 8)) - 1);
  const [a, b, c, d] = tables as [Float64Array, Float64Array, Float64Array, Float64Array];
  const [lastA, lastB, lastC, lastD] = last as [number, number, number, number];
  for (let draw = 0; draw < coins.length; draw++) {
    const thrown = coins[draw]!;
    sums[draw]! +=
      a[thrown & lastA]! +
      b[(thrown >>> 8) & lastB]! +
      c[(thrown >>> 16) & lastC]! +
      d[(thrown >>> 24) & lastD]!;
  }
}

function countBeyond(sums: Float64Array, threshold: number): number {
  let count = 0;
  for (let draw = 0; draw < sums.length; draw++) if (Math.abs(sums[draw]!) >= threshold) count++;
  return count;
}
