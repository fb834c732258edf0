import { expect, test } from "vitest";
import { startWords } from "./start-words.ts";

const npm = { npm_lifecycle_event: "x", npm_package_json: "/home/me/bench/package.json" };

test.each([
  ["x by itself", {}, "/home/me/bench", ["x"]],
  ["npm, at the top of the repository", npm, "/home/me/bench", ["npm", "run", "x", "--"]],
  ["npm start", { ...npm, npm_lifecycle_event: "start" }, "/home/me/bench", ["npm", "run", "x", "--"]],
  ["npm, in a folder of it", npm, "/home/me/bench/bench", ["npm", "run", "x", "--"]],
  ["npm --prefix, in another project", npm, "/home/me/shop", ["x"]],
])("%s", (_what, env, folder, words) => {
  expect(startWords(env, folder)).toEqual(words);
});
