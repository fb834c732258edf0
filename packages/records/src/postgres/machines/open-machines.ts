import { parseAddress } from "../address.ts";
import { openDatabase } from "../open-database.ts";
import { MachineList } from "./machine-list.ts";
import { PackageStore } from "./package-store.ts";
import { PostingList } from "./posting-list.ts";
import { type ProviderShareOptions, ProviderShares } from "./provider-shares.ts";
import { ResponseStore } from "./response-store.ts";
import { Standings } from "./standings.ts";

/** What planners and workers on many machines share beside the records. */
export interface Machines extends AsyncDisposable {
  readonly postings: PostingList;
  readonly machines: MachineList;
  readonly standings: Standings;
  readonly packages: PackageStore;
  readonly responses: ResponseStore;
  /** What a worker may use of the providers that all call. */
  providersFor(workerId: string, options?: ProviderShareOptions): ProviderShares;
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
    standings: new Standings(connection, schema),
    packages: new PackageStore(connection, schema),
    responses: new ResponseStore(connection, schema),
    providersFor: (workerId, options) => new ProviderShares(connection, schema, workerId, options),
    [Symbol.asyncDispose]: () => connection.close(),
  };
}
