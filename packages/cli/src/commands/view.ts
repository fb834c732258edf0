import { join } from "node:path";
import { findRun } from "@flow-state-dev/records";
import { openLabelBook, readPage, startViewServer } from "@flow-state-dev/viewer";
import { openRuns, reading } from "../runs/open-runs.ts";
import { openBrowser } from "../view/open-browser.ts";
import { openView } from "../view/open-view.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x view`, as they are parsed. */
export interface ViewFlags {
  port?: number;
  open?: boolean;
}

/**
 * `x view [run]`: serves the page on loopback until it is interrupted; the link, the only thing on stdout, carries the
 * token that opens it. Exit codes: 0 interrupted, 2 no such run, no runs, or the port is taken.
 */
export function view(this: XContext, flags: ViewFlags, name?: string): Promise<void> {
  return reading(this, async () => {
    const { stdout, stderr } = this.process;
    const folder = process.cwd();
    await using opened = openRuns(folder);
    const place = name === undefined ? "/" : `/run/${(await findRun(opened.store, name)).id}`;
    using source = openView(opened.store, {
      labels: openLabelBook(join(folder, ".x", "labels.jsonl")),
      folder,
    });
    await using server = await startViewServer({
      source,
      page: await readPage(),
      ...(flags.port !== undefined && { port: flags.port }),
    });
    const link = server.link(place);
    stdout.write(`${link}\n`);
    stderr.write("Whoever has this link sees everything; it works on this machine only. End with Ctrl-C.\n");
    if (flags.open) openBrowser(link);
    await interrupted();
  });
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
