import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeOwnFolder } from "@flow-state-dev/records/store";
import type { CellAddress } from "../contract/index.ts";

/** What a person said of one output. */
export interface Label extends CellAddress {
  run: string;
  /** ISO time. */
  at: string;
  /** ISO time at which the cell of the output ended: where another output took its place, it is of that no more. */
  made?: string;
  /** The criteria as they were shown, and for each whether it is met; null where the person could not tell. */
  criteria: string[];
  labels: (boolean | null)[];
}

/** Labels as they are kept: one line each in a file, the last one of an output counts. */
export interface LabelBook {
  /** The labels of a run. */
  of(run: string): Label[];
  add(label: Label): void;
}

/**
 * The labels of a project, in `.x/labels.jsonl`, which is made with the first one. Lines that cannot be read are passed
 * over.
 */
export function openLabelBook(projectFolder: string): LabelBook {
  const file = join(projectFolder, ".x", "labels.jsonl");
  return {
    of(run) {
      if (!existsSync(file)) return [];
      const found = new Map<string, Label>();
      for (const line of readFileSync(file, "utf8").split("\n")) {
        const label = readLabel(line);
        if (label?.run === run)
          found.set(JSON.stringify([label.subject, label.task, label.repetition]), label);
      }
      return [...found.values()];
    },
    add(label) {
      // Where the records are in a database there may be none.
      makeOwnFolder(projectFolder);
      appendFileSync(file, `${endsWithinLine(file) ? "\n" : ""}${JSON.stringify(label)}\n`);
    },
  };
}

/** Does its last line lack its end, as after a full disk or some editors? What came behind it could not be read. */
function endsWithinLine(file: string): boolean {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return text !== "" && !text.endsWith("\n");
}

function readLabel(line: string): Label | null {
  if (line.trim() === "") return null;
  try {
    const label = JSON.parse(line) as Label;
    const { run, subject, task, repetition, criteria, labels } = label;
    const named =
      [run, subject, task].every((word) => typeof word === "string") && Number.isInteger(repetition);
    return named && Array.isArray(criteria) && Array.isArray(labels) ? label : null;
  } catch {
    return null;
  }
}
