import { formatMoney } from "@flow-state-dev/core";
import { cutToWidth, displayWidth } from "@flow-state-dev/testing/display-width";
import { alignRows } from "../text/align-rows.ts";
import { shortNames } from "../text/short-names.ts";
import { fixed, scoreText } from "../text/show-numbers.ts";
import { visibleLine } from "../text/visible-text.ts";
import type { RunRow } from "./run-row.ts";

const head = ["run", "kind", "name", "who", "score", "cost", "cells", "when", "commit", "state"];

/** Columns that a narrow terminal does without, in this order; `x show` has them. */
const dispensable = ["commit", "who", "cells", "kind", "when", "cost"];

/** How much is said of a run. */
interface Detail {
  /** Columns left out, from the first that can be. */
  without: number;
  /** Whether the state is a word or two. */
  shortState?: boolean;
  /** Characters of a name at most. */
  name?: number;
  /** What there is of a score: with its interval, only whose it is, or only itself. */
  score?: "interval" | "whose" | "mean";
}

/** What is tried on a terminal, from all there is to what fits almost anywhere. */
const details: readonly Detail[] = [
  ...[0, 1, 2, 3, 4].map((without) => ({ without })),
  { without: 4, shortState: true },
  { without: 4, shortState: true, name: 16 },
  { without: 4, shortState: true, name: 16, score: "whose" },
  { without: 5, shortState: true, name: 16, score: "whose" },
  { without: 5, shortState: true, name: 16, score: "mean" },
  { without: 6, shortState: true, name: 16, score: "mean" },
  { without: 6, shortState: true, name: 12, score: "mean" },
];

/**
 * The list of runs as a table, newest first. On a terminal of so many columns it leaves out and shortens what does not
 * fit, and no line is longer; elsewhere it has all.
 */
export function runsText(rows: readonly RunRow[], now: number, columns = Number.POSITIVE_INFINITY): string {
  let text = "";
  for (const detail of details) {
    const left = dispensable.slice(0, detail.without);
    const named = namesOf(rows, detail);
    const table = [head, ...rows.map((row) => cellsOf(row, now, detail, named))];
    text = alignRows(table.map((cells) => cells.filter((_, at) => !left.includes(head[at]!))));
    if (text.split("\n").every((line) => displayWidth(line) <= columns)) return text;
  }
  const cut = (line: string) => cutToWidth(line, columns);
  return text.split("\n").map(cut).join("\n");
}

type NameOf = (name: string) => string;

/** How runs and subjects are called in a list, so that no two of them look alike. */
function namesOf(
  rows: readonly RunRow[],
  { name = 32 }: Detail,
): { run: NameOf; first: NameOf; best: NameOf } {
  return {
    run: shortNames(
      rows.map((row) => row.name),
      name,
    ),
    first: shortNames(
      rows.flatMap(({ subjects }) => subjects.slice(0, 1)),
      28,
    ),
    best: shortNames(
      rows.flatMap(({ best }) => (best === null ? [] : [best.subject])),
      20,
    ),
  };
}

function cellsOf(
  row: RunRow,
  now: number,
  { score = "interval", shortState }: Detail,
  named: ReturnType<typeof namesOf>,
): string[] {
  return [
    row.shortId,
    visibleLine(row.kind, 12),
    named.run(row.name),
    whoOf(row, named.first),
    scoreOf(row, score, named.best),
    costOf(row),
    row.scored === row.planned ? String(row.planned) : `${row.scored} of ${row.planned}`,
    ago(now - Date.parse(row.createdAt)),
    row.commit === null ? "–" : `${visibleLine(row.commit, 40).slice(0, 7)}${row.dirty ? "*" : ""}`,
    shortState ? shortStateOf(row) : stateOf(row),
  ];
}

/** How far it is, and what a reader must know of where it comes from. */
function stateOf(row: RunRow): string {
  const standing = row.waiting ? "waiting for workers" : row.incomplete ? "incomplete" : row.state;
  return [standing, ...(row.simulated ? ["simulated"] : []), ...marksOf(row)].join(", ");
}

function marksOf({ importedAt, regradeOf }: RunRow): string[] {
  return [...(importedAt === null ? [] : ["imported"]), ...(regradeOf === null ? [] : ["regrade"])];
}

/** The same in few letters; that it is finished goes without saying when there is more to say. */
function shortStateOf(row: RunRow): string {
  const { state, waiting, incomplete, simulated } = row;
  const marks = [...(simulated ? ["sim"] : []), ...marksOf(row)];
  return [
    ...(state === "finished" && marks.length > 0
      ? []
      : [waiting ? "waiting" : incomplete ? "incomplete" : state]),
    ...marks,
  ].join(" ");
}

/** What is known of the cost, and whether there is less or more to it. */
function costOf({ costUsd, carriedUsd, unknownCalls, unknownCosts, atLeast }: RunRow): string {
  if (costUsd === null) return "?";
  const most = carriedUsd > 0 ? "≤ " : "";
  return `${most}${formatMoney(costUsd)}${atLeast || unknownCalls + unknownCosts > 0 ? "+?" : ""}`;
}

/** What a reader of the list must know about a sign in it; empty when it has none. */
export function runsNote(rows: readonly RunRow[]): string {
  return rows.some(({ carriedUsd }) => carriedUsd > 0)
    ? "≤ is the most it can be: nobody knows how some calls ended, nor what they cost.\n"
    : "";
}

function whoOf({ subjects }: RunRow, nameOf: NameOf): string {
  const [first] = subjects;
  const name = first === undefined ? "–" : nameOf(first);
  return subjects.length > 1 ? `${name} +${subjects.length - 1}` : name;
}

function scoreOf({ best, subjects }: RunRow, detail: NonNullable<Detail["score"]>, nameOf: NameOf): string {
  if (best === null) return "–";
  if (detail === "mean") return scoreText(best.mean);
  const interval =
    best.interval === null || detail === "whose"
      ? ""
      : ` (${fixed(best.interval[0])}–${fixed(best.interval[1])})`;
  const who = subjects.length > 1 ? `${nameOf(best.subject)} ` : "";
  return `${who}${scoreText(best.mean)}${interval}`;
}

/** How long ago, in one unit: `3 min ago`. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 48) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} days ago`;
}
