import { join } from "node:path";
import { createSqliteStore } from "../src/index.ts";
import { runStoreConformance } from "./conformance/run-store.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

runStoreConformance("SQLite in a file", (seams) => createSqliteStore(join(temporaryFolder(), "x.db"), seams));
runStoreConformance("SQLite in memory", (seams) => createSqliteStore(":memory:", seams));
