// `npm run perf -- machines [cells]`: what a cell costs that goes through the queue to workers in processes of their own,
// beside its own time; how much faster four workers are than one; connections and room in the database. A real server on
// this machine, which waits for its disk as it does by default.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  type PostgresServer,
  startPostgres,
} from "../packages/records/test/postgres/support/postgres-server.ts";
import { printFigures } from "./shared/figures.ts";
import { type Column, tableText } from "./shared/table.ts";

/** Cells at once in each worker. */
const concurrency = 20;

const programs = new URL("../packages/sweep/test/queue/", import.meta.url);

/** Starts a program of the tests, and waits for the line that begins with a word. */
async function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, word: string) {
  const file = fileURLToPath(new URL(program, programs));
  const child: ChildProcess = spawn(
    process.execPath,
    ["--conditions=@flow-state-dev/source", file, ...args],
    {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, ...env },
    },
  );
  const ended = once(child, "close");
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const until = async (wanted: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended before it said ${wanted}.`);
      if ((value as string).startsWith(wanted)) return value as string;
    }
  };
  const said = await until(word);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const go = () => child.stdin!.end("go\n");
  return { said, until, stop, ended, go };
}

interface Row {
  workers: number;
  sleepMs: number;
  cells: number;
  wallMs: number;
  cellsPerSecond: number;
  /** Beside the time of the cell itself. */
  msPerCell: number;
  connections: number;
  /** The most that one worker had. */
  ofOneWorker: number;
  /** Of records and queue. */
  bytes: number;
}

const columns: readonly Column<Row>[] = [
  { title: "workers", of: ({ workers }) => workers },
  { title: "cell ms", of: ({ sleepMs }) => sleepMs },
  { title: "cells", of: ({ cells }) => cells },
  { title: "wall ms", of: ({ wallMs }) => wallMs },
  { title: "cells/s", of: ({ cellsPerSecond }) => cellsPerSecond },
  { title: "ms a cell over the ideal", of: ({ msPerCell }) => msPerCell, digits: 3 },
  { title: "connections", of: ({ connections }) => connections },
  { title: "of one worker", of: ({ ofOneWorker }) => ofOneWorker },
];

async function measure(
  server: PostgresServer,
  workers: number,
  cells: number,
  sleepMs: number,
): Promise<Row> {
  const url = server.newUrl();
  const schema = new URL(url).searchParams.get("schema")!;
  const env = { X_TEST_CELLS: String(cells), X_TEST_SLEEP_MS: String(sleepMs) };
  const planner = await start("planner.ts", [url, url, ""], env, "posted");
  const runId = planner.said.split(" ")[1]!;
  const args = [url, url, runId, "", String(concurrency), ""];
  const crowd = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      start("worker.ts", args, { ...env, X_TEST_WAIT: "1", PGAPPNAME: `worker-${index}` }, "loaded"),
    ),
  );
  for (const worker of crowd) worker.go();
  await Promise.all(crowd.map(({ until }) => until("ready")));
  let [connections, ofOneWorker] = [0, 0];
  const counting = setInterval(async () => {
    const rows = await server.sql<{ name: string; count: number }>(
      `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1`,
    );
    const counts = rows.filter(({ name }) => name.startsWith("worker-")).map(({ count }) => count);
    connections = Math.max(
      connections,
      rows.reduce((sum, { count }) => sum + count, 0),
    );
    ofOneWorker = Math.max(ofOneWorker, ...counts);
  }, 250);
  await planner.until("ended");
  clearInterval(counting);
  await planner.ended;
  await Promise.all(crowd.map(({ stop }) => stop()));
  const [times] = await server.sql<{ ms: number; bytes: number }>(
    `SELECT (extract(epoch FROM max(ended_at)::timestamptz - min(started_at)::timestamptz) * 1000)::float8 AS ms,
      (SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ($1::text, $1::text || '_queue') AND c.relkind = 'r')::float8 AS bytes
      FROM ${schema}.attempt`,
    [schema],
  );
  const { ms, bytes } = times!;
  const ideal = (sleepMs * cells) / (workers * concurrency);
  return {
    ...{ workers, sleepMs, cells, connections, ofOneWorker },
    wallMs: Math.round(ms),
    cellsPerSecond: Math.round((cells / ms) * 1000),
    msPerCell: Number(((ms - ideal) / cells).toFixed(3)),
    bytes,
  };
}

const cells = Math.ceil(Number(process.argv[2] ?? 2_000) / 20) * 20;
const server = await startPostgres({ fsync: true });
try {
  const rows: Row[] = [];
  console.log(`${concurrency} cells at once in each worker`);
  // The first takes longer, and shows how much room nearly nothing takes.
  const empty = await measure(server, 1, 20, 0);
  for (const [workers, sleepMs, count] of [
    ...[1, 2, 4].map((workers) => [workers, 0, cells] as const),
    ...[1, 4].map((workers) => [workers, 3_000, concurrency * 12] as const),
  ]) {
    rows.push(await measure(server, workers, Math.ceil(count / 20) * 20, sleepMs));
  }
  console.log(tableText(columns, rows));
  const [one, four] = rows.slice(-2) as [Row, Row];
  const timesAsFast = Number((one.wallMs / four.wallMs).toFixed(2));
  console.log(`cells that sleep for 3 s: four workers are ${timesAsFast} times as fast as one`);
  const bytesPerCell = Math.round((rows[2]!.bytes - empty.bytes) / (cells - 20));
  console.log(`room in the database for a million such cells: ${(bytesPerCell / 1000).toFixed(2)} GB`);
  printFigures("machines", { figures: { rows, timesAsFast, bytesPerCell } });
} finally {
  await server.dispose();
}
