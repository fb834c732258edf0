import { defaultBudgetUsd, defaultTimeoutS, suiteJsonSchema } from "@flow-state-dev/suites";
import { markdownTable } from "./markdown-table.ts";
import { typesSection } from "./types-section.ts";

interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

const intro = `# Suite reference

Every field of a suite file and of its results, from the JSON Schema and the types. How to write one: [suites](suites.md), and [suites that cannot be cheated](honest-suites.md). The schema is \`suite.schema.json\` of \`@flow-state-dev/suites\`: name it as \`$schema\` and editors complete the file. Other fields than these are mistakes, and told with the nearest right one.`;

/** `docs/suite-reference.md`, from the schema and the types themselves. */
export function suitePage(): string {
  const schema = suiteJsonSchema() as Schema;
  const cases = schema.properties?.cases?.items;
  return `${[
    intro,
    "## The file",
    fieldTable(schema),
    "### defaults",
    fieldTable(schema.properties?.defaults),
    `A case that has neither its own nor one from here gets $${defaultBudgetUsd.toFixed(2)} and ${defaultTimeoutS} s, and the output says so.`,
    "### gate",
    fieldTable(schema.properties?.gate),
    "## A case",
    "What stands at the top holds for every case that does not say otherwise.",
    fieldTable(cases),
    "## Results",
    "What `x bench --output` writes. The published fields come first: `suite`, `passed`, `failed`, `total`, `totalCost`, `cases`.",
    ...typesSection("suites/src/results/suite-results.ts", ["SuiteResults", "CaseResult", "CaseRun"]),
  ].join("\n\n")}\n`;
}

function fieldTable(schema: Schema | undefined): string {
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) throw new Error("the schema has no fields where some are expected");
  return markdownTable(
    ["field", "type", "meaning"],
    fields.map(([name, field]) => [
      `\`${name}\`${schema?.required?.includes(name) ? ", required" : ""}`,
      typeOf(field),
      meaningOf(field),
    ]),
  );
}

function typeOf({ type, items, enum: values, additionalProperties }: Schema): string {
  if (values) return values.map((value) => `\`${value}\``).join(" or ");
  if (type === "array") return `${items?.type ?? "value"}[]`;
  return type === "object" && typeof additionalProperties === "object"
    ? "object of strings"
    : (type ?? "any");
}

function meaningOf({ description = "", minimum, maximum }: Schema): string {
  const range = minimum === undefined || maximum === undefined ? "" : ` (${minimum} to ${maximum})`;
  return `${description}${range}`;
}
