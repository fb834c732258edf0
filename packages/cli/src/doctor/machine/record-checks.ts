import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { FlowError } from "@flow-state-dev/core";
import { judgeCheckKind, openStore, openStoreAt, RecordsError } from "@flow-state-dev/records";
import { storeAddress } from "../../machines/store-place.ts";
import { counted } from "../../text/show-numbers.ts";
import { systemReason } from "../../text/system-reason.ts";
import type { MachineCheck } from "./machine-check.ts";

/** Where runs are kept: the folder's own store, and the database that X_STORE names. Makes neither. */
export async function recordChecks(folder: string, env: NodeJS.ProcessEnv): Promise<MachineCheck[]> {
  const local = await told("store", () => folderStore(folder));
  return env.X_STORE ? [local, await told("X_STORE", () => database(env))] : [local];
}

async function told(name: string, look: () => Promise<string>): Promise<MachineCheck> {
  try {
    return { group: "records", name, state: "fine", found: await look(), advice: null };
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof FlowError || error instanceof RecordsError || "code" in (error as object)))
      throw error;
    const reason = systemReason(error);
    const isFolder = name === "store" && reason !== null;
    return {
      ...{ group: "records", name, state: "problem", found: reason ?? message },
      advice: isFolder ? "call x in a folder that can be written; that is where it keeps its runs" : null,
    };
  }
}

async function folderStore(folder: string): Promise<string> {
  const file = join(folder, ".x", "x.db");
  if (!existsSync(file)) {
    accessSync(existsSync(join(folder, ".x")) ? join(folder, ".x") : folder, constants.W_OK);
    return ".x/x.db, made by the first run; the folder can be written";
  }
  accessSync(file, constants.W_OK);
  await using store = closing(openStore(folder));
  return `.x/x.db, ${await countRuns(store)}`;
}

async function database(env: NodeJS.ProcessEnv): Promise<string> {
  await using store = closing(await openStoreAt(storeAddress({}, env)!));
  return `PostgreSQL answers, ${await countRuns(store)}`;
}

type Store = ReturnType<typeof openStore>;

function closing(store: Store): Store & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

const mostCounted = 1000;

async function countRuns(store: Store): Promise<string> {
  let count = 0;
  for await (const _ of store.runs({ notKind: judgeCheckKind, limit: mostCounted })) count++;
  return count === mostCounted ? `${counted(count, "run")} or more` : counted(count, "run");
}
