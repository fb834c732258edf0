import type { RunHead } from "../../src/contract/index.ts";
import { report } from "../data/load.ts";
import { href, type Route } from "../route.ts";
import { count, joined, nameText, when } from "./format.ts";
import { pageWords } from "./page-words.ts";
import { toggleTheme } from "./theme.ts";

/** What is looked at, and the way to the other pages. */
export function Header(props: {
  route: Route;
  head: RunHead | null;
  /** The server does not answer any more. */
  lost: boolean;
  onHelp: () => void;
}) {
  const { route, head, lost, onHelp } = props;
  const { run, page } = route;
  const link = (to: Route["page"], address: string) => (
    <a href={address} aria-current={page === to ? "page" : undefined}>
      {pageWords[to]}
    </a>
  );
  return (
    <header>
      <button type="button" class="skip" onClick={skip}>
        To the content
      </button>
      <h1 class="name">{head ? nameText(head.name) : "x view"}</h1>
      {head && <span class="facts">{factsOf(head)}</span>}
      {head?.waiting && (
        <span class="live" role="status">
          {lost ? "was waiting" : "waiting"} for workers, {count(head.scored)} of {count(head.planned)}
        </span>
      )}
      {head?.state === "running" && !head.waiting && (
        <span class={`live${lost ? " lost" : ""}`} role="status">
          <i aria-hidden="true" /> {lost ? "was running" : "running"}, {count(head.scored)} of{" "}
          {count(head.planned)}
        </span>
      )}
      {(head?.state === "interrupted" || head?.state === "incomplete") && (
        <span class="live">
          {head.state}, {count(head.scored)} of {count(head.planned)}
        </span>
      )}
      <nav aria-label="Pages">
        {run && link("run", href("run", run))}
        {run && link("cells", href("cells", run))}
        {run &&
          !report &&
          link("compare", href("compare", run, { a: route.query.a ?? run, b: route.query.b ?? run }))}
        {run && link("judge", href("judge", run))}
        {!report && link("runs", href("runs", null))}
        <button
          type="button"
          class="quiet"
          aria-label="Light or dark"
          title="Light or dark"
          onClick={toggleTheme}
        >
          ◐
        </button>
        <button type="button" class="quiet" aria-label="Keys" title="Keys" onClick={onHelp}>
          ?
        </button>
      </nav>
    </header>
  );
}

function factsOf({ short, createdAt, models, commit, dirty, importedAt }: RunHead): string {
  return joined([
    `run ${short}`,
    when(createdAt),
    models.replace(", judged by", " judged by"),
    importedAt && `imported ${when(importedAt)}`,
    commit && `commit ${commit.slice(0, 7)}${dirty ? " with changes" : ""}`,
  ]);
}

function skip(): void {
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}
