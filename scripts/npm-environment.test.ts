import { expect, test } from "vitest";
import { npmEnvironment } from "./npm-environment.ts";

test("keeps what the machine configures", () => {
  const machine = {
    PATH: "/bin",
    npm_config_registry: "http://packages.example.test/",
    NPM_CONFIG_PROXY: "http://proxy.test/",
    npm_config_userconfig: "/home/me/.npmrc",
    npm_config_cache: "/home/me/.npm",
    npm_config_fetch_timeout: "60000",
  };
  expect(npmEnvironment(machine)).toMatchObject(machine);
});

test("drops what would steer npm to the project it was called in", () => {
  const steered = npmEnvironment({
    INIT_CWD: "/project",
    npm_execpath: "/npm-cli.js",
    npm_node_execpath: "/node",
    npm_command: "test",
    npm_lifecycle_event: "test",
    npm_package_json: "/project/package.json",
    npm_config_local_prefix: "/project",
    npm_config_workspace: "core",
    npm_config_workspaces: "true",
  });
  expect(steered).toEqual(npmEnvironment({}));
});
