import { afterAll, beforeAll } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

/** Where a machine has other things to do as well it takes its time, in milliseconds. */
const patience = 60_000;

/** A real PostgreSQL for the tests of a file: made before the first and ended after the last. */
export function usePostgres(): PostgresServer {
  let made: PostgresServer | undefined;
  beforeAll(async () => {
    made = await startPostgres();
  }, patience);
  afterAll(() => made?.dispose());
  return {
    get port() {
      return made!.port;
    },
    get folder() {
      return made!.folder;
    },
    get password() {
      return made!.password;
    },
    newUrl: () => made!.newUrl(),
    url: (change) => made!.url(change),
    sql: (text, values) => made!.sql(text, values),
    stop: (how) => made!.stop(how),
    start: () => made!.start(),
    dispose: () => made!.dispose(),
  };
}
