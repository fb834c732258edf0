import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../test/temp-folder.ts";
import { startWords } from "./start-words.ts";

const npm = { npm_lifecycle_event: "x", npm_package_json: "/home/me/bench/package.json" };

test.each([
  ["x by itself", {}, "/home/me/bench", ["x"]],
  ["npm, at the top of the repository", npm, "/home/me/bench", ["npm", "run", "x", "--"]],
  ["npm, in a folder of it", npm, "/home/me/bench/bench", ["npm", "run", "x", "--"]],
  ["npm --prefix, in another project", npm, "/home/me/shop", ["x"]],
])("%s", (_what, env, folder, words) => {
  expect(startWords(env, folder)).toEqual(words);
});

test("npm start: npm run x only where there is such a script", async () => {
  await using folder = await tempFolder();
  const start = { npm_lifecycle_event: "start", npm_package_json: join(folder.path, "package.json") };
  const project = (scripts: object) => writeFileSync(start.npm_package_json, JSON.stringify({ scripts }));
  expect(startWords(start, folder.path)).toEqual(["x"]);
  project({ start: "x bench suite.json" });
  expect(startWords(start, folder.path)).toEqual(["x"]);
  project({ start: "node start.js", x: "node x.js" });
  expect(startWords(start, folder.path)).toEqual(["npm", "run", "x", "--"]);
});

test("a script of a project that has x installed: npx x, which can be typed there", async () => {
  await using folder = await tempFolder();
  const below = join(folder.path, "src");
  mkdirSync(below);
  const script = { npm_lifecycle_event: "bench", npm_lifecycle_script: "x bench suite.json" };
  expect(startWords(script, below)).toEqual(["x"]);
  mkdirSync(join(folder.path, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder.path, "node_modules/.bin/x"), "");
  expect(startWords(script, below)).toEqual(["npx", "x"]);
  expect(startWords({}, below)).toEqual(["x"]);
});

test.each([
  ["pnpm exec x", { npm_command: "exec", npm_config_user_agent: "pnpm/10.34.9 npm/? node/v24.21.0" }],
  ["yarn x, yarn 4", { npm_config_user_agent: "yarn/4.18.1 npm/? node/v24.21.0" }],
  ["yarn x, yarn 1", { npm_lifecycle_event: "x", npm_config_user_agent: "yarn/1.22.22 npm/? node/v24.21.0" }],
])("%s: npx x, which can be typed in the same project", async (_what, env) => {
  await using folder = await tempFolder();
  mkdirSync(join(folder.path, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder.path, "node_modules/.bin/x"), "");
  expect(startWords(env, folder.path)).toEqual(["npx", "x"]);
});

test("npx: x where it is installed around the folder, else the package that it was fetched by", async () => {
  await using folder = await tempFolder();
  const below = join(folder.path, "src");
  mkdirSync(below);
  // What npm 11 sets for `npx x …` and `npm exec x …`.
  const npx = { npm_command: "exec", npm_lifecycle_event: "npx", npm_lifecycle_script: "'x'" };
  expect(startWords(npx, below)).toEqual(["npx", "@flow-state-dev/cli"]);
  mkdirSync(join(folder.path, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(folder.path, "node_modules/.bin/x"), "");
  expect(startWords(npx, below)).toEqual(["npx", "x"]);
  expect(startWords({ ...npx, npm_lifecycle_script: "'vitest'" }, below)).toEqual(["x"]);
});
