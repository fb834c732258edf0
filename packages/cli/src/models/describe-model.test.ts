import { expect, test } from "vitest";
import { describeModel } from "./describe-model.ts";

test("an id that is none is shown without orders to the terminal", async () => {
  const { text, usable } = await describeModel("openai/\u001b[31mx", {});
  expect(usable).toBe(false);
  expect(text.split("\n")[0]).toBe("openai/␛[31mx");
  expect(text).not.toContain("\u001b");
});
