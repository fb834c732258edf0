import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { More } from "../parts/more.tsx";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { usePaper } from "../parts/use-paper.ts";

/** So many rows go onto paper, where nobody can scroll to the others. */
const mostOnPaper = 1_000;

/** A long list of rows of one height, of which only those in sight are made. */
export function VirtualRows(props: {
  count: number;
  rowHeight: number;
  height: number;
  label: string;
  /** A row that has to be in sight; -1 for none. */
  keep?: number;
  /** Called when rows were made. */
  onRows?: () => void;
  row: (at: number) => ComponentChildren;
}) {
  const { count, rowHeight, keep = -1 } = props;
  const box = useRef<HTMLElement>(null);
  const [, again] = useReducer((turn: number) => turn + 1, 0);
  const [virtual] = useState(
    () =>
      new Virtualizer<HTMLElement, Element>({
        count,
        getScrollElement: () => box.current,
        estimateSize: () => rowHeight,
        scrollToFn: elementScroll,
        observeElementRect,
        observeElementOffset,
        overscan: 8,
        onChange: () => again(undefined as never),
      }),
  );
  virtual.setOptions({ ...virtual.options, count, estimateSize: () => rowHeight });
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  useLayoutEffect(() => {
    if (keep >= 0 && keep < count) virtual.scrollToIndex(keep, { align: "auto" });
  }, [keep, count, virtual]);
  useLayoutEffect(() => props.onRows?.());
  const paper = usePaper();
  if (paper)
    return (
      <ScrollBox class="virtual" label={props.label} box={box}>
        {Array.from({ length: Math.min(count, mostOnPaper) }, (_, at) => (
          <div key={at} style={{ height: `${rowHeight}px` }}>
            {props.row(at)}
          </div>
        ))}
        <More rest={count - mostOnPaper} />
      </ScrollBox>
    );
  return (
    <ScrollBox class="virtual" label={props.label} box={box} style={{ maxHeight: `${props.height}px` }}>
      <div style={{ height: `${virtual.getTotalSize()}px`, position: "relative" }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            class="virtual-row"
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
          >
            {props.row(index)}
          </div>
        ))}
      </div>
    </ScrollBox>
  );
}
