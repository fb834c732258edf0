#!/usr/bin/env node
// The way in. Published packages run what was compiled; in the workspace the sources run as they are.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `x needs Node 22.18 or newer; this is ${process.versions.node}. Inside its repository: npm run x -- …`,
  );
  process.exit(2);
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
  const { main } = await import("../dist/main.js");
  await main(process);
}
