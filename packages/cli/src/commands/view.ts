import { findRun, RecordsError } from "@flow-state-dev/records/store";
import { openLabelBook, readPage, startViewServer } from "@flow-state-dev/viewer";
import { openRuns, reading } from "../runs/open-runs.ts";
import type { StoreFile } from "../runs/store-file.ts";
import { openBrowser } from "../view/open-browser.ts";
import { openView } from "../view/open-view.ts";
import type { XContext } from "../x-context.ts";

/** Flags of `x view`, as they are parsed. */
export interface ViewFlags {
  port?: number;
  open?: boolean;
}

/** The page cannot be served on the port that was asked for. */
class PortError extends RecordsError {
  override readonly name = "PortError";

  constructor(port: number | undefined, reason: string) {
    super(
      "port",
      `Port ${port} ${reasons[reason]}. Choose another with --port, or leave it out for any that is free.`,
    );
  }
}

/** The records that are shown are not those of the folder any more. */
class RecordsGoneError extends RecordsError {
  override readonly name = "RecordsGoneError";

  constructor() {
    super(
      "records-gone",
      "x view ended, for .x/x.db was deleted or moved: the page would show what is there no more. Start it again once there are runs.",
    );
  }
}

/** What a system says when it does not give a port. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is taken",
  EACCES: "may not be used",
  ERR_SOCKET_BAD_PORT: "does not exist: they go up to 65535",
};

/**
 * `x view [run]`: serves the page on loopback until it is interrupted; the link, the only thing on stdout, carries the
 * token that opens it. Exit codes: 0 interrupted, 2 no such run, no runs (any more), or the port is taken.
 */
export function view(this: XContext, flags: ViewFlags, name?: string): Promise<void> {
  return reading(this, async () => {
    const { stdout, stderr } = this.process;
    await using opened = await openRuns(process.cwd());
    const { folder } = opened;
    const run = name === undefined ? null : await findRun(opened.store, name);
    using source = openView(opened.store, {
      labels: openLabelBook(folder),
      folder,
      settle: opened.settle,
      waiting: opened.waiting,
    });
    // While the server and the browser start the cells are read already.
    if (run) source.prepare(run);
    await using server = await startViewServer({
      source,
      page: await readPage(),
      ...(flags.port !== undefined && { port: flags.port }),
    }).catch((error: NodeJS.ErrnoException) => {
      throw error.code !== undefined && error.code in reasons ? new PortError(flags.port, error.code) : error;
    });
    const link = server.link(run ? `/run/${run.id}` : "/");
    stdout.write(`${link}\n`);
    stderr.write("Whoever has this link sees everything; it works on this machine only. End with Ctrl-C.\n");
    if (flags.open) openBrowser(link);
    if ((await whatEndsIt(opened.file)) === "gone") throw new RecordsGoneError();
  });
}

/** Waits until it is interrupted, or the file that it reads is gone. */
async function whatEndsIt(file: StoreFile | null): Promise<"interrupted" | "gone"> {
  const { promise, resolve } = Promise.withResolvers<"interrupted" | "gone">();
  const timer = setInterval(() => {
    if (file?.isGone) resolve("gone");
  }, 1000);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve("interrupted"));
  return promise.finally(() => clearInterval(timer));
}
