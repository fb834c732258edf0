import { defineCapability, handler } from "@flow-state-dev/core";
import { z } from "zod";

// The books of a small shop. Nothing of it is in the prompts: who does not use the tools cannot know it.

const orders: Record<
  string,
  { customer: string; items: { sku: string; quantity: number }[]; placed: string }
> = {
  "1042": {
    customer: "Brandt",
    items: [
      { sku: "lamp", quantity: 3 },
      { sku: "cable", quantity: 2 },
    ],
    placed: "2026-03-02",
  },
  "1043": { customer: "Okafor", items: [{ sku: "desk", quantity: 1 }], placed: "2026-03-02" },
  "1044": {
    customer: "Brandt",
    items: [
      { sku: "chair", quantity: 4 },
      { sku: "lamp", quantity: 1 },
    ],
    placed: "2026-03-09",
  },
  "1045": { customer: "Silva", items: [{ sku: "cable", quantity: 10 }], placed: "2026-03-11" },
};

const products: Record<string, { priceUsd: number; stock: number; weightKg: number }> = {
  lamp: { priceUsd: 45, stock: 7, weightKg: 1.2 },
  cable: { priceUsd: 12.5, stock: 60, weightKg: 0.2 },
  desk: { priceUsd: 320, stock: 2, weightKg: 38 },
  chair: { priceUsd: 89, stock: 5, weightKg: 9.5 },
};

const lookUpOrder = handler({
  name: "look_up_order",
  description: "An order of the shop by its number: customer, items with quantities, date.",
  inputSchema: z.object({ number: z.string().describe("The number of the order, such as 1042") }),
  execute: ({ number }) =>
    orders[number] ?? { error: `There is no order ${number}.`, orders: Object.keys(orders) },
});

const lookUpProduct = handler({
  name: "look_up_product",
  description:
    "A product of the shop by its short name: price in US dollars, pieces in stock, weight in kilograms.",
  inputSchema: z.object({ sku: z.string().describe("lamp, cable, desk or chair") }),
  execute: ({ sku }) =>
    products[sku] ?? { error: `There is no product ${sku}.`, products: Object.keys(products) },
});

const add = handler({
  name: "add",
  description: "Adds numbers exactly.",
  inputSchema: z.object({ numbers: z.array(z.number()) }),
  execute: ({ numbers }) => numbers.reduce((sum, number) => sum + number, 0),
});

const multiply = handler({
  name: "multiply",
  description: "Multiplies numbers exactly.",
  inputSchema: z.object({ numbers: z.array(z.number()) }),
  execute: ({ numbers }) => numbers.reduce((product, number) => product * number, 1),
});

/** The tools of the tool-use tasks; every worker and the baseline have them, on every task. */
export const shopTools = defineCapability({
  name: "shop",
  presets: { tools: { tools: [lookUpOrder, lookUpProduct, add, multiply] } },
});
