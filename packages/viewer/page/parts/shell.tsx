import type { ComponentChildren } from "preact";
import type { LoadError } from "../data/load.ts";
import { unbroken } from "./unbroken.ts";

/** A card with a small heading, and what can be done with it on the right. */
export function Card(props: {
  title: string;
  actions?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}) {
  return (
    <section class={`card ${props.class ?? ""}`} aria-label={props.title}>
      <div class="card-head">
        <h2>{unbroken(props.title)}</h2>
        <div class="actions">{props.actions}</div>
      </div>
      {props.children}
    </section>
  );
}

/** Nothing is there: says why, and what to run. */
export function Empty(props: { children: ComponentChildren; command?: string }) {
  return (
    <div class="empty">
      <p>{props.children}</p>
      {props.command && <code>{props.command}</code>}
    </div>
  );
}

/** Something could not be had. */
export function Problem({ error }: { error: LoadError }) {
  return (
    <div class="problem" role="alert">
      {error.message}
    </div>
  );
}

/** What is on its way. */
export function Waiting({ what }: { what: string }) {
  return (
    <p class="waiting" role="status">
      {what} …
    </p>
  );
}
