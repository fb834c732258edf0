import fc from "fast-check";
import { z } from "zod";

const length = fc.tuple(fc.nat(20), fc.nat(20));
const text = length.map(([min, more]) =>
  z
    .string()
    .min(min)
    .max(min + more),
);
const formatted = fc.constantFrom(
  z.email(),
  z.url(),
  z.uuid(),
  z.iso.datetime(),
  z.iso.date(),
  z.iso.time(),
  z.ipv4(),
  z.cuid2(),
  z.ulid(),
  z.nanoid(),
  z.e164(),
  z.base64(),
  z.hex(),
  z.emoji(),
  z.string().emoji().min(5),
  z.email({ pattern: z.regexes.rfc5322Email }),
  z.jwt(),
  z.ipv6(),
  z.iso.duration(),
  z.iso.datetime({ offset: true, precision: 3 }),
);
const patterned = fc.constantFrom(
  z.string().regex(/^[a-z]{3}-\d+$/),
  z.string().regex(/^(yes|no|maybe)$/),
  z.string().regex(/[A-F]{2,4}\s?[^a-z]x*/),
  z
    .string()
    .regex(/^\w+(?:\.\w+)*$/)
    .min(12),
  z.string().startsWith("ab").endsWith("yz").includes("q"),
);
const numbers = fc.oneof(
  fc.tuple(fc.integer({ min: -50, max: 50 }), fc.nat(50)).map(([low, more]) =>
    z
      .number()
      .min(low)
      .max(low + more),
  ),
  fc.integer({ min: -50, max: 50 }).map((low) =>
    z
      .number()
      .gt(low)
      .lt(low + 1),
  ),
  fc.integer({ min: -50, max: 50 }).map((low) => z.int().gt(low)),
  fc.integer({ min: -50, max: 50 }).map((high) => z.int().max(high)),
  fc.constantFrom(0.1, 0.25, 3, 7).map((step) => z.number().multipleOf(step).min(1).max(99)),
  fc.constantFrom(z.number(), z.int(), z.int().multipleOf(5).min(3).max(5), z.number().positive().max(0.001)),
);
const other = fc.constantFrom(
  z.boolean(),
  z.null(),
  z.any(),
  z.enum(["red", "green", "blue"]),
  z.literal("only"),
  z.literal([1, "two", null]),
);
const anyName = fc.stringMatching(/^[a-z]{1,5}$/);

/** Zod schemas of all kinds, nested, that describe themselves as JSON Schema; fields are called by `names`. */
export function zodSchemas(names: fc.Arbitrary<string> = anyName): fc.Arbitrary<z.ZodType> {
  return fc.letrec<{ node: z.ZodType; object: z.ZodObject }>((tie) => ({
    object: fc
      .dictionary(names, fc.tuple(tie("node"), fc.constantFrom("as it is", "optional", "nullable")), {
        maxKeys: 4,
      })
      .map((fields) =>
        z.object(
          Object.fromEntries(
            Object.entries(fields).map(([name, [node, how]]) => [
              name,
              how === "optional" ? node.optional() : how === "nullable" ? node.nullable() : node,
            ]),
          ),
        ),
      ),
    node: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      text,
      formatted,
      patterned,
      numbers,
      other,
      tie("object"),
      tie("object").map((object) => object.strict()),
      fc.tuple(tie("node"), fc.nat(3), fc.nat(2)).map(([item, min, more]) =>
        z
          .array(item)
          .min(min)
          .max(min + more),
      ),
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => z.tuple([a, b])),
      fc.tuple(tie("node"), tie("node")).map(([a, rest]) => z.tuple([a], rest)),
      tie("node").map((value) => z.record(z.string(), value)),
      tie("node").map((value) => z.record(z.enum(["x", "y"]), value)),
      fc.tuple(tie("node"), tie("node"), tie("node")).map((variants) => z.union(variants)),
      fc
        .tuple(tie("object"), tie("object"))
        .map(([a, b]) =>
          z.discriminatedUnion("kind", [
            a.extend({ kind: z.literal("a") }),
            b.extend({ kind: z.literal("b") }),
          ]),
        ),
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => z.intersection(z.object({ a }), z.object({ b }))),
    ),
  })).node;
}
