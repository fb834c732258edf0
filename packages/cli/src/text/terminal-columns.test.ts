import { expect, test } from "vitest";
import { terminalColumns } from "./terminal-columns.ts";

test("only a terminal that says how wide it is has columns", () => {
  expect(terminalColumns({ isTTY: true, columns: 40 })).toBe(40);
  expect(terminalColumns({ isTTY: true, columns: 0 })).toBeUndefined();
  expect(terminalColumns({ isTTY: true })).toBeUndefined();
  expect(terminalColumns({ columns: 40 })).toBeUndefined();
});
