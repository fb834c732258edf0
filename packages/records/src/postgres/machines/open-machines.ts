import { parseAddress } from "../address.ts";
import { openDatabase } from "../open-database.ts";
import { MachineList } from "./machine-list.ts";
import { PackageStore } from "./package-store.ts";
import { PostingList } from "./posting-list.ts";
import { ResponseStore } from "./response-store.ts";

/** What planners and workers on many machines share beside the records. */
export interface Machines extends AsyncDisposable {
  readonly postings: PostingList;
  readonly machines: MachineList;
  readonly packages: PackageStore;
  readonly responses: ResponseStore;
}

/** How long it waits for a server that is out of reach, as the store does. */
const patienceMs = 120_000;

/** Opens it in the database at this address, where the records are. */
export async function openMachines(url: string): Promise<Machines> {
  const address = parseAddress(url);
  const { connection } = await openDatabase(address, patienceMs);
  const schema = `"${address.schema}"`;
  return {
    postings: new PostingList(connection, schema),
    machines: new MachineList(connection, schema),
    packages: new PackageStore(connection, schema),
    responses: new ResponseStore(connection, schema),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}
