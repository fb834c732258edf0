import { fitsJsonSchema } from "./fits-json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

/** A number that passes a number or integer schema, near zero where the schema leaves it open. */
export function sampleNumber(schema: JsonSchema, integer: boolean, random: () => number): number {
  const low = Math.max(schema.minimum ?? -Infinity, schema.exclusiveMinimum ?? -Infinity);
  const high = Math.min(schema.maximum ?? Infinity, schema.exclusiveMaximum ?? Infinity);
  const [from, to] = range(low, high);
  const step = stepOf(schema.multipleOf, integer);
  const fits = (value: number) =>
    fitsJsonSchema({ ...schema, type: integer ? "integer" : "number" }, value, true);
  for (let round = 0; round < 50; round++) {
    const raw = from + (to - from) * random();
    const tidy = step ? clean(Math.round(raw / step) * step) : clean(Math.round(raw * 100) / 100);
    if (fits(tidy)) return tidy;
    if (!step && fits(raw)) return raw;
  }
  const edges = step
    ? [Math.ceil(from / step) * step, (Math.floor(from / step) + 1) * step, Math.floor(to / step) * step]
    : [from, (from + to) / 2, to];
  return edges.map(clean).find(fits) ?? clean(edges[0]!);
}

function range(low: number, high: number): [number, number] {
  const span = 100;
  if (low > -1e6 && low !== -Infinity) return [low, Math.min(high, low + span)];
  if (high < 1e6) return [Math.max(low, high - span), high];
  return [0, span];
}

function stepOf(multipleOf: number | undefined, integer: boolean): number | undefined {
  if (multipleOf === undefined) return integer ? 1 : undefined;
  if (!integer) return multipleOf;
  for (let times = 1; times <= 1000; times++) {
    const step = clean(multipleOf * times);
    if (Number.isInteger(step)) return step;
  }
  return multipleOf;
}

/** Without the dust that floating point leaves behind (0.30000000000000004). */
function clean(value: number): number {
  return Number(value.toPrecision(12)) + 0;
}
