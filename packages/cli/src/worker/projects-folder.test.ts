import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectsFolder } from "./projects-folder.ts";

const atHome = join(homedir(), ".cache/x/projects");

test.each([
  [{}, atHome],
  [{ XDG_CACHE_HOME: "/cache" }, "/cache/x/projects"],
  [{ XDG_CACHE_HOME: "/cache", X_CACHE_DIR: "/own" }, "/own/projects"],
  // The worker changes its folder with every run.
  [{ X_CACHE_DIR: "own" }, "/started/here/own/projects"],
  [{ X_CACHE_DIR: "", XDG_CACHE_HOME: "" }, atHome],
  // As all programs that go by this variable have it.
  [{ XDG_CACHE_HOME: "relative" }, atHome],
])("suites are unpacked in one folder, wherever the worker is: %j", (env, folder) => {
  expect(projectsFolder("bench", { folder: "/started/here", env })).toBe(folder);
});
