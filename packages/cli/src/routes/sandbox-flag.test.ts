import { sandboxNames } from "@flow-state-dev/suites";
import { expect, test } from "vitest";
import { sandboxFlag } from "./sandbox-flag.ts";

test("every sandbox there is can be chosen", () => {
  expect(sandboxFlag("Where it runs").values).toEqual(["auto", ...sandboxNames]);
});
