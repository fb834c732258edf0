import type { RunView } from "../../src/contract/index.ts";
import { showable } from "../../src/text/showable.ts";
import { count, counted, nameText } from "../parts/format.ts";
import { More } from "../parts/more.tsx";
import { outcomeWord } from "../parts/outcome.tsx";
import { Card } from "../parts/shell.tsx";

/** So many reasons stand above everything else, and so many below the cells. */
const first = 3;
const most = 20;

/** Has every cell of the plan broken, or no score? */
export function allBroke({ failures, head }: RunView): boolean {
  return head.planned > 0 && cellsOf(failures) >= head.planned;
}

/**
 * Reasons that stand above everything else, the most frequent first: those of subjects half of which broke, or more.
 */
function reasonsAbove({ failures, head }: RunView): RunView["failures"] {
  const each = head.planned / Math.max(1, head.subjects.length);
  const broken = head.subjects.filter(
    (name) => cellsOf(failures.filter(({ subject }) => subject === name)) >= each / 2,
  );
  return failures.filter(({ subject }) => broken.includes(subject)).sort((a, b) => b.cells - a.cells);
}

/** What broke, where it is half of a subject or more: what the run says about that is then said of nothing. */
export function Broken({ view }: { view: RunView }) {
  const { failures, head } = view;
  const told = reasonsAbove(view);
  if (told.length === 0) return null;
  const cells = cellsOf(failures);
  return (
    <div class="warning" role="note">
      <b>
        {count(cells)} of {counted(head.planned, "cell")} broke or {cells === 1 ? "has" : "have"} no score.
      </b>
      <FailureList failures={told.slice(0, first)} />
      {told.length > first && <p>{counted(told.length - first, "more reason")} below.</p>}
    </div>
  );
}

/** Why cells broke or have no score, unless all of it is said above. */
export function Failures({ view }: { view: RunView }) {
  const { failures } = view;
  const above = reasonsAbove(view).slice(0, first);
  if (failures.length <= above.length) return null;
  return (
    <Card title="What broke, and what has no score">
      <FailureList failures={failures.slice(0, most)} />
      <More rest={failures.length - most} />
    </Card>
  );
}

function FailureList({ failures }: { failures: RunView["failures"] }) {
  return (
    <ul class="failures">
      {failures.map(({ subject, outcome, message, cells }) => (
        <li key={`${subject} ${outcome} ${message}`}>
          <b>{nameText(subject)}</b> {counted(cells, "cell")} {outcomeWord(outcome)}
          {message === "" ? "." : <>: {showable(message)}</>}
        </li>
      ))}
    </ul>
  );
}

function cellsOf(failures: RunView["failures"]): number {
  return failures.reduce((sum, { cells }) => sum + cells, 0);
}
