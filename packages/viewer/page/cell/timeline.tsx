import { useMemo, useState } from "preact/hooks";
import type { CellView, TimelineEvent } from "../../src/contract/index.ts";
import { duration, joined, money } from "../parts/format.ts";
import { LongText } from "./long-text.tsx";
import { shownNames } from "./shown-names.ts";

const atOnce = 60;

/** What happened, in order; tool calls and long texts are folded until they are opened. */
export function Timeline({ cell }: { cell: CellView }) {
  const [shown, setShown] = useState(atOnce);
  const left = cell.timeline.length - shown;
  const names = useMemo(() => shownNames(cell.timeline), [cell.timeline]);
  return (
    <ol class="timeline">
      {cell.timeline.slice(0, shown).map((event, at) => (
        <li
          key={at}
          class={`t-${event.kind}${event.ok === false ? " bad" : ""}`}
          style={{ marginLeft: `${Math.min(4, event.depth) * 12}px` }}
        >
          <Event cell={cell} event={event} name={names[at]!} />
        </li>
      ))}
      {left > 0 && (
        <li>
          <button type="button" class="quiet" onClick={() => setShown(shown + 500)}>
            {left} more
          </button>
        </li>
      )}
      {cell.eventsLeft > 0 && <li class="meta">{cell.eventsLeft} events are not shown.</li>}
    </ol>
  );
}

function Event({ cell, event, name }: { cell: CellView; event: TimelineEvent; name: string }) {
  const line = (
    <>
      <b title={event.who}>{name}</b>
      <span class="what">{event.title}</span>
      <span class="ms">
        {joined([event.ms !== null && duration(event.ms), event.costUsd ? money(event.costUsd) : ""])}
      </span>
    </>
  );
  if (!event.body && !event.result) return <div class="line">{line}</div>;
  return (
    <details>
      <summary class="line">{line}</summary>
      {event.body && (
        <LongText text={event.body} run={cell.run} cell={cell} label={`${event.who}, what went in`} />
      )}
      {event.result && (
        <>
          <p class="meta">{event.ok === false ? "failed with" : "came to"}</p>
          <LongText text={event.result} run={cell.run} cell={cell} label={`${event.who}, what came out`} />
        </>
      )}
    </details>
  );
}
