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
  const [more, setMore] = useState<{ of: ShownText; text: string; shown: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const got = more?.of === text ? more : { text: text.text, shown: text.shown };
  const visible = got.text.slice(0, room);
  const here = got.text.length > room;
  const there = got.shown < text.length;
  const next = async () => {
    setRoom((value) => value * 5);
    if (got.text.length >= room * 5 || !there || !text.artifact || report) return;
    try {
      const { name, attempt } = text.artifact;
      const query = { ...props.cell, artifact: name, attempt, from: got.shown };
      const chunk = await load<TextChunk>(withQuery(`runs/${props.run}/text`, query));
      setMore({ of: text, text: got.text + chunk.text, shown: chunk.next });
    } catch (error) {
      setFailed((error as Error).message);
    }
  };
  const left = text.length - (here ? visible.length : got.shown);
  return (
    <div class="long">
      <ScrollBox class="text" label={props.label}>
        <pre>{show(visible)}</pre>
      </ScrollBox>
      {(here || (there && text.artifact && !report)) && (
        <button type="button" class="quiet" onClick={next}>
          show more ({count(left)} characters left)
        </button>
      )}
      {!here && there && (!text.artifact || report) && (
        <p class="meta">{count(left)} more characters are not shown.</p>
      )}
      {failed && <p class="meta bad">{failed}</p>}
    </div>
  );
}
