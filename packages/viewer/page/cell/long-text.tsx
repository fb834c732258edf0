import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CellAddress, ShownText, TextChunk } from "../../src/contract/index.ts";
import { load, report, withQuery } from "../data/load.ts";
import { count } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";

/** Characters that are put on the page at once; more come with a click. */
const atOnce = 4000;

/** A text of the records, as text: the beginning, and more of it on demand, from the server if need be. */
export function LongText(props: {
  text: ShownText;
  run: string;
  cell: CellAddress;
  label: string;
  /** How a piece is shown; as it is, when absent. */
  show?: (text: string) => ComponentChildren;
}) {
  const { text, show = (plain: string) => plain } = props;
  const [room, setRoom] = useState(atOnce);
  const place = placeOf(props);
  // While a run goes on its texts are read again and again; what was opened of one stays as long as it is the same.
  const [more, setMore] = useState<{ of: string; text: string; shown: number } | null>(null);
  const [failed, setFailed] = useState<{ of: string; message: string } | null>(null);
  const key = `${place} ${text.length}`;
  const got = more?.of === key ? more : { text: text.text, shown: text.shown };
  const visible = got.text.slice(0, room);
  const here = got.text.length > room;
  const there = got.shown < text.length;
  const next = async () => {
    setRoom((value) => value * 5);
    if (got.text.length >= room * 5 || !there || place === null || report) return;
    try {
      const chunk = await load<TextChunk>(`${place}&from=${got.shown}`);
      setMore({ of: key, text: got.text + chunk.text, shown: chunk.next });
      setFailed(null);
    } catch (error) {
      setFailed({ of: key, message: (error as Error).message });
    }
  };
  const left = text.length - (here ? visible.length : got.shown);
  return (
    <div class="long">
      <ScrollBox class="text" label={props.label}>
        <pre>{show(visible)}</pre>
      </ScrollBox>
      {(here || (there && place !== null && !report)) && (
        <button type="button" class="quiet" onClick={next}>
          show more ({count(left)} characters left)
        </button>
      )}
      {!here && there && (place === null || report) && (
        <p class="meta">{count(left)} more characters are not shown.</p>
      )}
      {failed?.of === key && <p class="meta bad">{failed.message}</p>}
    </div>
  );
}

/** Where all of a text is, but for the place from which on; null when there is no more of it than is sent at once. */
function placeOf({ text, run, cell }: { text: ShownText; run: string; cell: CellAddress }): string | null {
  if (!text.artifact) return null;
  const { name: artifact, attempt } = text.artifact;
  const { subject, task, repetition } = cell;
  return withQuery(`runs/${run}/text`, { subject, task, repetition, artifact, attempt });
}
