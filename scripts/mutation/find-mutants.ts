import { parseSync } from "oxc-parser";

/** One small change to a source that a test should notice. */
export interface Mutant {
  /** Offsets in the text. */
  start: number;
  end: number;
  /** What stands there instead. */
  put: string;
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** What was changed into what, in short. */
  what: string;
}

const operators: Readonly<Record<string, string>> = {
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "**": "*" },
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==" },
  ...{ "&&": "||", "||": "&&", "??": "&&" },
  ...{ "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "++": "--", "--": "++" },
};
const calls: Readonly<Record<string, string>> = {
  ...{ min: "max", max: "min", floor: "ceil", ceil: "floor", some: "every", every: "some" },
  ...{ trunc: "ceil", trimEnd: "trimStart", startsWith: "endsWith", endsWith: "startsWith" },
};

interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/**
 * All mutants of a TypeScript source, in the order in which they stand: operators, conditions, constants, statements.
 */
export function findMutants(text: string): Mutant[] {
  const { program } = parseSync("mutated.ts", text);
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, put: string) => {
    const before = text.slice(0, start).split("\n");
    const [line, column] = [before.length, before.at(-1)!.length + 1];
    const what = `${short(text.slice(start, end))} → ${put === "" ? "nothing" : short(put)}`;
    mutants.push({ start, end, put, line, column, what });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (typeof value !== "object" || value === null || typeof (value as Node).type !== "string") return;
    const node = value as Node;
    // Types are no part of the program, and imports no part of what it does.
    if (/^TS(?!NonNull|As|Satisfies)|^Import/.test(node.type)) return;
    mutate(node, text, add);
    for (const [name, inner] of Object.entries(node)) if (name !== "typeAnnotation") visit(inner);
  };
  visit(program.body);
  return mutants.sort((a, b) => a.start - b.start || a.end - b.end);
}

type Add = (start: number, end: number, put: string) => void;

function mutate(node: Node, text: string, add: Add): void {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression": {
      const [left, right] = [node.left, node.right] as [Node, Node];
      const at = text.indexOf(node.operator as string, left.end);
      const put = operators[node.operator as string];
      if (put !== undefined && at < right.start) add(at, at + (node.operator as string).length, put);
      return;
    }
    case "UpdateExpression":
      add(
        node.start,
        node.end,
        text.slice(node.start, node.end).replace(/\+\+|--/, (old) => operators[old]!),
      );
      return;
    case "UnaryExpression":
      if (node.operator === "!" || node.operator === "-") add(node.start, node.start + 1, "");
      return;
    case "ConditionalExpression":
    case "IfStatement":
      for (const put of ["true", "false"]) add((node.test as Node).start, (node.test as Node).end, put);
      return;
    case "ExpressionStatement":
      if ((node.expression as Node).type !== "Literal") add(node.start, node.end, ";");
      return;
    case "Literal":
      if (typeof node.value === "boolean") add(node.start, node.end, String(!node.value));
      if (typeof node.value === "number") add(node.start, node.end, `(${node.value} + 1)`);
      return;
    case "MemberExpression": {
      const { start, end, name } = node.property as Node;
      const put = node.computed === true ? undefined : calls[String(name)];
      if (put !== undefined && Object.hasOwn(calls, String(name))) add(start, end, put);
    }
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}
