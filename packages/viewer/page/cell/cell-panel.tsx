import { useLayoutEffect, useRef } from "preact/hooks";
import type { CellAddress, CellView } from "../../src/contract/index.ts";
import { report, withQuery } from "../data/load.ts";
import { useData } from "../data/use-data.ts";
import { nameText } from "../parts/format.ts";
import { Problem, Waiting } from "../parts/shell.tsx";
import { href } from "../route.ts";
import { CellEvidence } from "./cell-evidence.tsx";
import { usePanelFocus } from "./use-panel-focus.ts";

/** The address of a cell's data. */
export function cellData(run: string, { subject, task, repetition }: CellAddress): string {
  return withQuery(`runs/${run}/cell`, { subject, task, repetition });
}

/** The evidence of one cell, beside the page it was opened from. Escape closes it. */
export function CellPanel(props: {
  run: string;
  cell: CellAddress;
  baseline: string | null;
  revision: number;
  onClose: () => void;
}) {
  const { run, cell } = props;
  const { data, error } = useData<CellView>(cellData(run, cell), props.revision);
  const head = useRef<HTMLHeadingElement>(null);
  const { subject, task, repetition } = cell;
  useLayoutEffect(() => {
    const panel = head.current?.closest("aside");
    if (panel) panel.scrollTop = 0;
  }, [subject, task, repetition]);
  usePanelFocus(head);
  // A file holds no comparisons.
  const other = !report && props.baseline !== cell.subject ? props.baseline : null;
  return (
    <aside class="panel" aria-label="Cell">
      <div class="panel-head">
        <h2 ref={head} tabIndex={-1}>
          <bdi>{nameText(subject)}</bdi> · <bdi>{nameText(task)}</bdi> · run {repetition + 1}
        </h2>
        <button type="button" class="quiet" aria-label="Close the cell" onClick={props.onClose}>
          ✕
        </button>
      </div>
      {error && <Problem error={error} />}
      {!data && !error && <Waiting what="Reading the cell" />}
      {data && <CellEvidence cell={data} />}
      {other && !error && (
        <p class="meta">
          <a
            href={href("compare", run, {
              a: run,
              b: run,
              subjectA: other,
              subjectB: cell.subject,
              task: cell.task,
              repA: cell.repetition,
              repB: cell.repetition,
            })}
          >
            Side by side with {nameText(other)} →
          </a>
        </p>
      )}
    </aside>
  );
}
