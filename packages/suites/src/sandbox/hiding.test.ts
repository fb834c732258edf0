import { expect, test } from "vitest";
import type { Exit } from "../process/exit.ts";
import { hiding } from "./hiding.ts";
import type { ExecOptions, Sandbox } from "./sandbox.ts";

test("what holds the programs of the system is not hidden, for nothing would run", async () => {
  let given: ExecOptions["hidden"];
  const sandbox = {
    async exec(_: unknown, { hidden }: ExecOptions) {
      given = hidden;
      return {} as Exit;
    },
  } as unknown as Sandbox;
  const paths = ["/", "/usr", "/usr/local", "/usr/sbin", "/usr/local/app", "/opt", "/opt/ci", "/opt/ci"];
  await hiding(sandbox, paths).exec({ argv: ["true"] }, { workspace: { path: "/" } });
  expect(given).toEqual(["/usr/local/app", "/opt", "/opt/ci"]);
});
