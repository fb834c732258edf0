// Opens a store, which brings it to the present version. Before each statement of the upgrade it says that it is inside
// of it and which one comes; at the one it is told to stay at it waits to be killed.
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { DatabaseSync } from "node:sqlite";
import { createSqliteStore } from "../../src/index.ts";

const [file = "", stayAt = ""] = process.argv.slice(2);
flushCompileCache();
const { exec } = DatabaseSync.prototype;
let number = 0;
DatabaseSync.prototype.exec = function (sql) {
  if (!this.isTransaction) return exec.call(this, sql);
  for (const statement of sql.split(";").filter((text) => text.trim() !== "")) {
    number += 1;
    writeSync(1, `inside ${number} ${statement.trim().split(/\s/)[0]}\n`);
    if (number === Number(stayAt)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    exec.call(this, statement);
  }
};
const store = createSqliteStore(file);
writeSync(1, "opened\n");
await store.close();
