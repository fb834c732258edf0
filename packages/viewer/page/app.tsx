import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { RunHead } from "../src/contract/index.ts";
import { useLost, useRevision } from "./data/live.ts";
import { useData } from "./data/use-data.ts";
import { ComparePage } from "./pages/compare-page.tsx";
import { JudgePage } from "./pages/judge-page.tsx";
import { RunPage } from "./pages/run-page.tsx";
import { RunsPage } from "./pages/runs-page.tsx";
import { when } from "./parts/format.ts";
import { Header } from "./parts/header.tsx";
import { KeyHelp } from "./parts/key-help.tsx";
import { pageTitle } from "./parts/page-words.ts";
import { focusSearch } from "./parts/search-field.ts";
import { go, href, useRoute } from "./route.ts";

/** Milliseconds between two looks at a run that goes on, at least. */
const often = 1500;

/** The page: what is asked for by the address, below one header. */
export function App() {
  const route = useRoute();
  const [every, setEvery] = useState(often);
  const revision = useRevision(route.run, every);
  const { data: head, error } = useData<RunHead>(route.run && `runs/${route.run}/head`, revision);
  // To read a large run takes the machine that runs it a while: it is looked at less often.
  useEffect(() => setEvery(Math.max(often, (head?.planned ?? 0) / 5)), [head?.planned]);
  // `last` is another run as soon as there is one: what is open on the page stays that of the run it was opened in.
  useLayoutEffect(() => {
    if (head && route.run?.startsWith("last") && route.page !== "compare")
      go(href(route.page, head.id, route.query), { quietly: true });
  }, [head?.id, route]);
  const lostAt = useLost();
  const [help, setHelp] = useState(false);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const field = (event.target as HTMLElement).closest?.("input, textarea, select");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "?" && !field) setHelp((open) => !open);
      if (event.key === "Escape") setHelp(false);
      if (event.key === "/" && !field) {
        // A result has no search of its own: it is that of its cells.
        if (!focusSearch() && route.page === "run") go(href("cells", route.run));
        event.preventDefault();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [route]);
  useEffect(() => {
    document.title = pageTitle(route.page, head);
  }, [head, route.page]);
  return (
    <>
      <Header route={route} head={head} lost={lostAt !== null} onHelp={() => setHelp(true)} />
      {lostAt && (
        <p class="warning lost" role="alert">
          x view does not answer any more: this is how it was {when(lostAt)}. Start it again where it ran, and
          open its new link.
        </p>
      )}
      <main id="main">
        {route.page === "runs" && <RunsPage route={route} />}
        {(route.page === "run" || route.page === "cells") && (
          <RunPage key={route.run} route={route} head={head} problem={error} revision={revision} />
        )}
        {route.page === "compare" && <ComparePage route={route} />}
        {route.page === "judge" && <JudgePage key={route.run} route={route} />}
      </main>
      {help && <KeyHelp onClose={() => setHelp(false)} />}
    </>
  );
}
