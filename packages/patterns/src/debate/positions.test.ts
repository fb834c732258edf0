import { expect, test } from "vitest";
import { usablePositions } from "./positions.ts";

test("positions are taken as proposed", () => {
  expect(usablePositions({ positions: ["It is 3.", "It is 4."] }, 2)).toEqual(["It is 3.", "It is 4."]);
});

test.each([
  ["nothing", null, 2],
  ["the same twice", { positions: ["It is 3.", " It is 3. "] }, 2],
  ["blanks", { positions: ["", " ", "It is 3.", ""] }, 4],
])("%s is made up to as many different ones as there are sides", (_, proposal, sides) => {
  const positions = usablePositions(proposal, sides);
  expect(positions).toHaveLength(sides);
  expect(new Set(positions).size).toBe(sides);
  expect(positions.every((position) => position.trim() !== "")).toBe(true);
  if (proposal) expect(positions[0]).toBe("It is 3.");
});
