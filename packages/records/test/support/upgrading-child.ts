// Opens a store, which brings it to the present version; says so before and after.
import { writeSync } from "node:fs";
import { createSqliteStore } from "../../src/index.ts";

const [file = ""] = process.argv.slice(2);
writeSync(1, "opening\n");
const store = createSqliteStore(file);
writeSync(1, "opened\n");
await store.close();
