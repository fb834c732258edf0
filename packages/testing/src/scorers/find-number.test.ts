import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findNumber } from "./find-number.ts";

test.each<[string, number | null]>([
  // Plain.
  ["42", 42],
  ["42.", 42],
  [" 42\n", 42],
  ["-42", -42],
  ["\u221242", -42],
  ["–42", -42],
  ["+42", 42],
  [".5", 0.5],
  ["-.5", -0.5],
  ["0", 0],
  ["007", 7],
  ["3.333...", 3.333],
  ["It is 42.5.", 42.5],
  ["no number", null],
  ["", null],
  // Units and money.
  ["42%", 42],
  ["42 %", 42],
  ["42kg", 42],
  ["42 km/h", 42],
  ["42m2", 42],
  ["42 m²", 42],
  ["$42", 42],
  ["$ 42", 42],
  ["-$42.50", -42.5],
  ["$-42.50", -42.5],
  ["US$1,200", 1200],
  ["€5k", 5000],
  ["$3M", 3_000_000],
  ["5k", 5],
  ["$12m$", 12],
  ["$12m^2$", 12],
  ["so $$2b$$", 2],
  ["$\\$12k$", 12_000],
  ["$\\boxed{\\$12k}$", 12_000],
  ["$3M–$4M", 4_000_000],
  ["$3M and $4M", 4_000_000],
  ["90^\\circ", 90],
  ["30^{\\circ}C", 30],
  ["25^{\\circ\\text{C}}", 25],
  ["1.1 million", 1_100_000],
  ["-0.00", 0],
  ["2 billion people", 2_000_000_000],
  // Thousands and decimals.
  ["1,234", 1234],
  ["1,234,567.89", 1234567.89],
  ["12,34,567", 1234567],
  ["1.234,56", 1234.56],
  ["1.234.567", 1234567],
  ["1.234", 1.234],
  ["3,14", 3.14],
  ["0,125", 0.125],
  ["1'234'567", 1234567],
  ["1_000", 1000],
  ["1\u202F234\u202F567", 1234567],
  ["1\u00A0234,5", 1234.5],
  ["1{,}234", 1234],
  ["1\\,234", 1234],
  ["11,\\!111", 11111],
  ["3,\\!204,\\!000", 3_204_000],
  ["100 200 300", 300],
  ["1,2,3", 3],
  ["1, 2, 3", 3],
  // Exponents, powers, fractions.
  ["1e3", 1000],
  ["1.5E-3", 0.0015],
  ["1e+21", 1e21],
  ["1.5 × 10^3", 1500],
  ["1.5x10^-3", 0.0015],
  ["1.5 \\times 10^{3}", 1500],
  ["1.5·10³", 1500],
  ["2.5 × 10⁻³", 0.0025],
  ["10^6", 1_000_000],
  ["2^10 = 1024", 1024],
  ["2^10", null],
  ["3/4", 0.75],
  ["-3/4", -0.75],
  ["\\frac{3}{4}", 0.75],
  ["\\frac34", 0.75],
  ["\\tfrac{3}4", 0.75],
  ["\\frac{3.5}{2}", 1.75],
  ["\\frac12\\frac13", 1 / 3],
  ["3\\frac{1}{2}", 3.5],
  ["-2\\,\\dfrac{3}{4}", -2.75],
  ["2\\times\\frac{3}{4}", 0.75],
  ["1 1/2", 1.5],
  ["-1 1/2", -1.5],
  ["1½", 1.5],
  ["½", 0.5],
  ["1e999", null],
  ["1/0", null],
  // Signs and what only looks like one.
  ["3-5", 5],
  ["10–20", 20],
  ["8 - 5", 5],
  ["x = -5", -5],
  ["negative 5", -5],
  ["The answer is minus 5", -5],
  ["10 minus 5", 5],
  // Parts of names, dates, times, versions.
  ["GPT-4", null],
  ["H2O", null],
  ["x1", null],
  ["x_1", null],
  ["x_{12}", null],
  ["0x1F", null],
  ["covid-19", null],
  ["2024-01-15", null],
  ["15/01/2024", null],
  ["15.01.2024", null],
  ["12:30", null],
  ["v1.2.3", null],
  ["10.0.0.1", null],
  ["See https://example.org/123", null],
  ["GPT-4 says 7", 7],
  // Scripts without spaces between words, and digits of other scripts.
  ["答案是42。", 42],
  ["答えは42個です。", 42],
  ["약42개", 42],
  ["气温是-5℃", -5],
  ["亏损为-$42", -42],
  ["คำตอบคือ42บาท", 42],
  ["共3人，每人14元，总计42元", 42],
  ["总计42元，见第3步", 42],
  ["42，2024年5月12日", 42],
  ["合計４２円", 42],
  ["答案是－４２．５（约2024年）", -42.5],
  ["3，5", 5],
  ["答案是B．42", 42],
  ["答案2：42", 42],
  ["メンバー42人", 42],
  ["１，２３４円", 1234],
  ["١٢٫٥", 12.5],
  ["۴۲", 42],
  ["_42_", 42],
  ["**42**", 42],
  ["`42`", 42],
  ["\\(42\\)", 42],
])("%j is %j", (text, value) => {
  expect(findNumber(text)).toBe(value);
});

describe("which of several", () => {
  test.each<[string, number]>([
    ["1 2 3", 3],
    ["12 boxes of 6 make 72.", 72],
    ["72 apples (12 boxes of 6)", 72],
    ["It takes 72 minutes on the 3rd try.", 72],
    ["It costs 72 over a 3-year plan.", 72],
    ["The total is 72, as derived in step 2", 72],
    ["The total is 42 [1].", 42],
    ["The total is 42 [1][2], said [source 3].", 42],
    ["The total is 42 [1].\n\n[1] https://example.org\n[2] A report", 42],
    ["Out of 10: [8]", 8],
    ["Out of 10 it gets [[8]]", 8],
    ["Of 3 boxes the answer is [42].", 42],
    ["So of 3 \\[42\\]", 42],
    ["1. Add.\n2. Subtract.\nSo it is 72 in all:\n1. yes\n2. no", 72],
    ["1. That is all", 1],
    ["Answer: 42", 42],
    ["Answer 42 of 50", 42],
    ["**Answer:** 42 apples, because 7 times 6", 42],
    ["The answer is 42. It took 3 steps.", 42],
    ["The answer is: 42 (rounded to 2 places)", 42],
    ["The answer to question 2 is 42, not 41.", 42],
    ["So the answer is 5? No, the answer is 6. I checked 3 times.", 6],
    ["Final answer: 42\nNote that an answer is right only for n above 3.", 42],
    ["**Final Answer**\n\n42\n\nThat took 3 steps.", 42],
    ["Answer:\n42 apples", 42],
    ["Answer: 6 × 7 = 42", 42],
    ["Answer: 3 boxes × 14 apples = 42 apples", 42],
    ["Answer: 6×7=42", 42],
    ["Answer: 15% of 80 = 12", 12],
    ["Answer: 3 of 4 = 75%", 3],
    ["Answer: 15% of the users (n = 300)", 15],
    ["Answer: 42 plus a bonus: total = 50", 42],
    ["Answer: 84 divided by 2 = 42", 42],
    ["Answer: 6 times 7 = 42", 42],
    ["Answer: 6*7=42", 42],
    ["Answer: 10-3=7", 7],
    ["Answer: 10-17=-7", -7],
    ["Answer: 20 – 5 = 15", 15],
    ["Answer: (3 + 4) × 5 = 35", 35],
    ["Answer (2 ways): 3 boxes×14 apples=42 apples", 42],
    ["Answer: 2×21=6×7=42", 42],
    ["Answer: 2 × 21 = 6 × (3 + 4) = 42", 42],
    ["Answer: 6 × 7 = 42 (check: 42 / 6 = 7)", 42],
    ["Answer: 6 × 7 = 42 where n = 3", 42],
    ["\\boxed{6\\times7=42}", 42],
    ["\\boxed{84\\div2=42}", 42],
    ["Answer: 42 (6×7=42, or 3)", 42],
    ["Answer: 42 – because n = 3", 42],
    ["Answer: 42 - because n = 3", 42],
    ["Answer: 42 – 6 boxes at n = 7", 42],
    ["Answer: 42 = 6×7", 42],
    ["Answer: 10-3", 10],
    ["Answer: 10-20 (n = 5)", 10],
    ["Answer: 3 of -4 = 7", 3],
    ["Answer: 42, because x = 3", 42],
    ["Answer: 42 since x + 1 = 3", 42],
    ["Answer: x = 42", 42],
    ["The answer is $1,234.50, or 12 % of it.", 1234.5],
    ["Janet sells 16 - 3 - 4 = 9 eggs for 2 dollars.\n#### 18", 18],
    ["#### Step 2: divide\nWe get 7.", 7],
    ["Then $\\boxed{42}$ follows from 2 and 21.", 42],
    ["\\boxed{x = 1{,}234\\text{ cm}} with 2 digits", 1234],
    ["My answer is above: 42? No: see 7.", 42],
    ["The result is 42. My answer is below.", 42],
  ])("%j", (text, value) => {
    expect(findNumber(text)).toBe(value);
  });

  test("a label of one's own is the only thing that counts", () => {
    const options = { label: "Summe:" };
    expect(findNumber("Answer: 3\nsumme: 1.234,50 EUR, davon 7 %", options)).toBe(1234.5);
    expect(findNumber("Answer: 3", options)).toBeNull();
    expect(findNumber("Cost (net): 5, cost 6", { label: "Cost (net):" })).toBe(5);
  });
});

const amount = fc.oneof(
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

describe("for any number", () => {
  test("it is found as the computer writes it, alone and in a sentence", () => {
    const around = fc.constantFrom(
      (n: string) => n,
      (n: string) => `${n}.`,
      (n: string) => `After 3 steps it is ${n}`,
      (n: string) => `After 3 steps it is **${n}** kg.`,
      (n: string) => `Answer: ${n}\nThat took 3 steps.`,
      (n: string) => `The final answer is ${n}, which is more than 3.`,
      (n: string) => `so $\\boxed{${n}}$, see 3`,
    );
    fc.assert(
      fc.property(amount, around, (number, sentence) => {
        expect(findNumber(sentence(String(number)))).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  test("it is found with thousands and cents", () => {
    const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map((n) => n / 100);
    const style = fc.constantFrom<[string, string, string]>(
      ["en-US", "$", ""],
      ["en-IN", "₹", ""],
      ["de-DE", "", " €"],
      ["fr-FR", "", " €"],
      ["de-CH", "", " CHF"],
    );
    fc.assert(
      fc.property(cents, style, (number, [locale, before, behind]) => {
        const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(Math.abs(number));
        const text = `${number < 0 ? "-" : ""}${before}${digits}${behind}`;
        expect(findNumber(`In total ${text}.`)).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

test("whatever the text, there is a finite number or none", () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      ..."0123456789.,-–+eE^/×()[]{}$%:'_ \n",
      "10",
      "answer",
      "is",
      "\\boxed{",
      "½",
      "³",
    ),
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: "grapheme" })), (text) => {
      const found = findNumber(text);
      expect(found === null || Number.isFinite(found)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["digits", "1".repeat(200_000)],
  ["digits with more behind them", `${"0".repeat(200_000)},0,`],
  ["groups", "1,".repeat(100_000)],
  ["points", "1.1".repeat(70_000)],
  ["brackets", "(".repeat(200_000)],
  ["answers", "answer ".repeat(30_000)],
  ["answers with lines", "answer:\n".repeat(25_000)],
  ["answers in a row, then numbers", `${"answer: ".repeat(20_000)}1 + `.repeat(2)],
  ["braces", "\\boxed{".repeat(30_000)],
  ["raised", "2^".repeat(100_000)],
  ["sums", `answer: 1${" + 1".repeat(50_000)}`],
  ["fractions", "3\\frac{1".repeat(40_000)],
  ["dollars", "$1a".repeat(60_000)],
  ["sources", "[1".repeat(100_000)],
  ["close sums", `answer: 1${"+1".repeat(50_000)}`],
  ["spaces before a bracket", `is${" ".repeat(200_000)}[1]`],
  ["spaces", `answer: 1${" ".repeat(200_000)}x`],
  ["marks", "####".repeat(50_000)],
])("a long text of %s is read in time", (_, text) => {
  const started = performance.now();
  findNumber(text);
  // Milliseconds when the time grows with the length, minutes when it grows with its square.
  expect(performance.now() - started).toBeLessThan(5_000);
});
