import { expect, test } from "vitest";
import { oncePerKind } from "./once-per-kind.ts";

test("trouble is told once, whichever job has it, and never without end", () => {
  const said: string[] = [];
  const tell = oncePerKind((message) => said.push(message));
  tell(new Error("Missing lock for job c0123456789abcdef. moveToFinished"));
  tell(new Error("Missing lock for job cfedcba9876543210. moveToFinished"));
  tell(new Error("connect ECONNREFUSED 127.0.0.1:5432"));
  expect(said).toEqual([
    "Missing lock for job c0123456789abcdef. moveToFinished",
    "connect ECONNREFUSED 127.0.0.1:5432",
  ]);
  for (const letter of "ghijklmnopqrstuvwxyz") tell(new Error(`kind ${letter}`));
  expect(said).toHaveLength(10);
});
