#!/usr/bin/env node
// The way in. Published packages run what was compiled; in the workspace the sources run as they are.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `x needs Node 22.18 or newer; this is ${process.versions.node}. Inside its repository: npm run x -- …`,
  );
  process.exit(2);
}

// Node 22 says on every start that its SQLite may change, and every Node that a benchmark in a project without a module
// type is read twice, which takes a millisecond. Whoever reads the output of x cannot or need not do anything about it.
const { emitWarning } = process;
const untold = /^(SQLite is an experimental feature|Module type of file:)/;
process.emitWarning = (warning, ...about) => {
  if (!untold.test(String(warning))) emitWarning.call(process, warning, ...about);
};

// Half of a short command's time is compiling. What comes of it is kept where only this user writes; where there is no
// such folder it is not kept, since Node waits for ever for one that cannot be made.
const { NODE_COMPILE_CACHE, X_CACHE_DIR, XDG_CACHE_HOME } = process.env;
const caches = X_CACHE_DIR || XDG_CACHE_HOME || homedir();
if (!NODE_COMPILE_CACHE && existsSync(caches)) {
  const own = X_CACHE_DIR ? [] : XDG_CACHE_HOME ? ["x"] : [".cache", "x"];
  nodeModule.enableCompileCache?.(join(caches, ...own, "compile"));
}

const source = new URL("../src/main.ts", import.meta.url);
if (existsSync(source)) {
  nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ["@flow-state-dev/source", ...context.conditions] }),
  });
  const { main } = await import(source.href);
  await main(process);
} else {
  const { main } = await import("../dist/bundle/main.js");
  await main(process);
}
