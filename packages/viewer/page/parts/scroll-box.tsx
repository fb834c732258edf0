import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * A part of the page that scrolls by itself; the keyboard can reach it, it has a name, and shows where there is more.
 */
export function ScrollBox(props: {
  label: string;
  class: string;
  style?: Record<string, string>;
  box?: RefObject<HTMLElement | null>;
  children: ComponentChildren;
}) {
  const own = useRef<HTMLElement | null>(null);
  const box = props.box ?? own;
  useLayoutEffect(() => watchEdge(box.current!), []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be in reach of the keyboard
    <section ref={box} class={props.class} style={props.style} tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  );
}

/**
 * Marks a box with `data-more` while something lies beyond its right edge, and with `data-below` while it does below.
 * Many systems show no scroll bar until one scrolls.
 */
function watchEdge(box: HTMLElement): () => void {
  const look = () => {
    box.toggleAttribute("data-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    box.toggleAttribute("data-below", box.scrollHeight - box.clientHeight - box.scrollTop > 1);
  };
  const sizes = new ResizeObserver(look);
  for (const each of [box, ...box.children]) sizes.observe(each);
  box.addEventListener("scroll", look, { passive: true });
  return () => {
    sizes.disconnect();
    box.removeEventListener("scroll", look);
  };
}
