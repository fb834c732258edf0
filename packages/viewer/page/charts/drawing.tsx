import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useWidth } from "../parts/use-width.ts";

/** What a chart is drawn in, and how wide that is in pixels. */
export interface Sheet {
  box: RefObject<HTMLDivElement | null>;
  svg: RefObject<SVGSVGElement | null>;
  width: number;
}

/** A sheet as wide as its place on the page; so wide before that is known. */
export function useSheet(width?: number): Sheet {
  const [box, measured] = useWidth<HTMLDivElement>(width);
  return { box, svg: useRef<SVGSVGElement>(null), width: measured };
}

/** A chart on its sheet. It is one picture with a text for who cannot see it, unless there are links in it. */
export function Drawing(props: {
  sheet: Sheet;
  height: number;
  label: string;
  links?: boolean;
  onClick?: (event: Event) => void;
  children: ComponentChildren;
}) {
  const { sheet, height, label, links = false, onClick, children } = props;
  const { box, svg, width } = sheet;
  return (
    <div ref={box} class="chart">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: where a click does something, the keyboard has a list beside it */}
      <svg
        ref={svg}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role={links ? undefined : "img"}
        aria-label={label}
        onClick={onClick}
      >
        {children}
      </svg>
    </div>
  );
}
