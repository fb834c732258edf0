// Starts a server for tests, says where it is, and waits to be killed.
import { startPostgres } from "./postgres-server.ts";

const { port, folder } = await startPostgres();
process.stdout.write(`${port} ${folder}\n`);
setInterval(() => {}, 1_000);
