/** One argument of a tool. */
export interface Field {
  type: "string" | "integer" | "boolean";
  description: string;
  required?: boolean;
  /** Other names that models give it. */
  aliases?: readonly string[];
  /** The least and the most of a number. */
  least?: number;
  most?: number;
}

/** The arguments of a tool by name, in the order in which the model is told of them. */
export type Fields = Readonly<Record<string, Field>>;

/** Checked arguments: the required ones are there, and all are of their type. */
export class ToolInput {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  text(name: string): string {
    return (this.#values[name] as string | undefined) ?? "";
  }

  optionalText(name: string): string | undefined {
    return this.#values[name] as string | undefined;
  }

  number(name: string): number | undefined {
    return this.#values[name] as number | undefined;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }
}

/** Checked arguments, or what is wrong with them, told so that the model can mend it. */
export type InputCheck =
  | { ok: true; input: ToolInput; values: Record<string, unknown> }
  | { ok: false; message: string };

/** The schema that a model is told. */
export function inputSchema(fields: Fields) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, { type, description, least, most }]) => [
      name,
      {
        type,
        description,
        ...(least !== undefined && { minimum: least }),
        ...(most !== undefined && { maximum: most }),
      },
    ]),
  );
  const required = Object.keys(fields).filter((name) => fields[name]!.required);
  return {
    type: "object" as const,
    properties: properties as Record<string, { type: Field["type"]; description: string }>,
    required,
    additionalProperties: false,
  };
}

/**
 * Checks the arguments of a call. Mended are only slips that leave no doubt: another name for an argument, a number or
 * a flag as text, null for something left out. Arguments that the tool does not have are an error, so that nothing the
 * model meant is lost in silence.
 */
export function checkInput(fields: Fields, value: unknown): InputCheck {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, message: `The arguments must be a JSON object with ${describeFields(fields)}.` };
  }
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [given, raw] of Object.entries(value)) {
    const name = nameOf(fields, given);
    if (name === undefined) problems.push(`there is no argument "${given.slice(0, 60)}"`);
    else if (raw === null) continue;
    else if (name in values) problems.push(`"${name}" is given twice`);
    else {
      const mended = mend(fields[name]!, raw);
      if (mended === undefined) problems.push(`"${name}" must be ${describeType(fields[name]!)}`);
      else values[name] = mended;
    }
  }
  for (const [name, field] of Object.entries(fields)) {
    if (field.required && !(name in values) && !problems.some((each) => each.startsWith(`"${name}"`)))
      problems.push(`"${name}" is missing`);
  }
  if (problems.length === 0) return { ok: true, input: new ToolInput(values), values };
  const list = problems.slice(0, 5).join("; ");
  return { ok: false, message: `Wrong arguments: ${list}. Give ${describeFields(fields)}.` };
}

function nameOf(fields: Fields, given: string): string | undefined {
  if (Object.hasOwn(fields, given)) return given;
  const bare = given.toLowerCase().replaceAll(/[_-]/g, "");
  return Object.keys(fields).find(
    (name) => name.toLowerCase() === bare || fields[name]!.aliases?.includes(bare),
  );
}

function mend({ type, least, most }: Field, raw: unknown): unknown {
  if (type === "string") return typeof raw === "string" ? raw : undefined;
  if (type === "boolean") {
    if (typeof raw === "boolean") return raw;
    return raw === "true" ? true : raw === "false" ? false : undefined;
  }
  const number = typeof raw === "string" && /^-?\d+(\.0+)?$/.test(raw.trim()) ? Number(raw) : raw;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) return undefined;
  return number < (least ?? -Infinity) || number > (most ?? Infinity) ? undefined : number;
}

function describeType({ type, least, most }: Field): string {
  if (type === "string") return "text";
  if (type === "boolean") return "true or false";
  if (least !== undefined && most !== undefined) return `a whole number from ${least} to ${most}`;
  return least === undefined ? "a whole number" : `a whole number from ${least}`;
}

function describeFields(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, { required }]) => (required ? name : `${name} (optional)`))
    .join(", ");
}
