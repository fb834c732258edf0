import type { ComponentChildren, RefObject } from "preact";

/** A part of the page that scrolls by itself; the keyboard can reach it, and it has a name. */
export function ScrollBox(props: {
  label: string;
  class: string;
  style?: Record<string, string>;
  box?: RefObject<HTMLElement | null>;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be in reach of the keyboard
    <section ref={props.box} class={props.class} style={props.style} tabIndex={0} aria-label={props.label}>
      {props.children}
    </section>
  );
}
