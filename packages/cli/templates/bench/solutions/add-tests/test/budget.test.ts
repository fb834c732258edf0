import assert from "node:assert/strict";
import { test } from "node:test";
import { affordable, left, total } from "../src/budget.ts";

const expenses = [
  { what: "paper", cents: 250 },
  { what: "ink", cents: 700 },
  { what: "pins", cents: 50 },
];

test("the total is the sum of all", () => {
  assert.equal(total(expenses), 1000);
  assert.equal(total([]), 0);
});

test("what is left may be below 0", () => {
  assert.equal(left(1200, expenses), 200);
  assert.equal(left(900, expenses), -100);
});

test("what fits is taken in order, up to the first that does not", () => {
  assert.deepEqual(affordable(950, expenses), expenses.slice(0, 2));
  assert.deepEqual(affordable(900, expenses), expenses.slice(0, 1));
});
