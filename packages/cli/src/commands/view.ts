import { join } from "node:path";
import { FlowError } from "@flow-state-dev/core";
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

/** The page cannot be served on the port that was asked for. */
class PortError extends FlowError {
  override readonly name = "PortError";

  constructor(port: number | undefined, reason: string) {
    const why = reason === "EACCES" ? "may not be used" : "is taken";
    super(`Port ${port} ${why}. Choose another with --port, or leave it out for any that is free.`, {
      code: "port",
    });
  }
}

/**
 * `x view [run]`: serves the page on loopback until it is interrupted; the link, the only thing on stdout, carries the
 * token that opens it. Exit codes: 0 interrupted, 2 no such run, no runs, or the port is taken.
 */
export function view(this: XContext, flags: ViewFlags, name?: string): Promise<void> {
  return reading(this, async () => {
    const { stdout, stderr } = this.process;
    const folder = process.cwd();
    await using opened = await openRuns(folder);
    const run = name === undefined ? null : await findRun(opened.store, name);
    using source = openView(opened.store, {
      labels: openLabelBook(join(folder, ".x", "labels.jsonl")),
      folder,
    });
    await using server = await startViewServer({
      source,
      page: await readPage(),
      ...(flags.port !== undefined && { port: flags.port }),
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "EADDRINUSE" || error.code === "EACCES"
        ? new PortError(flags.port, error.code)
        : error;
    });
    const link = server.link(run ? `/run/${run.id}` : "/");
    stdout.write(`${link}\n`);
    stderr.write("Whoever has this link sees everything; it works on this machine only. End with Ctrl-C.\n");
    if (flags.open) openBrowser(link);
    // While the browser starts the cells are read already; what goes wrong is said when the page asks for them.
    if (run) source.grid(run.id).catch(() => {});
    await interrupted();
  });
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
