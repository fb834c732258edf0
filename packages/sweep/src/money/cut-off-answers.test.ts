import type { Charge } from "@flow-state-dev/core";
import { expect, test } from "vitest";
import { CutOffAnswers } from "./cut-off-answers.ts";

const answer = (finishReason: string, payer: Charge["payer"] = "subject") =>
  ({ status: "complete", finishReason, payer }) as Charge;

test("counts the answers to subjects that had not come to their end", () => {
  const answers = new CutOffAnswers();
  for (const each of [answer("stop"), answer("length", "judge"), answer("length", "agent")])
    answers.see(each);
  answers.see({ status: "aborted", payer: "subject" } as Charge);
  expect(answers.warnings()).toEqual([]);
  answers.see(answer("length"));
  expect(answers.warnings()).toEqual([expect.stringMatching(/^1 of 2 answers were cut off/)]);
});
