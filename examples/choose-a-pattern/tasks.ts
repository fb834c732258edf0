import type { BenchmarkCategory, BenchmarkTask } from "@flow-state-dev/core";

/** A task with what the simulated model needs to be right or wrong about it. */
export interface KeyedTask extends BenchmarkTask {
  /** Only the simulated model sees this. */
  simulated: { right: string; wrong: string[]; difficulty: number };
}

function task(
  id: string,
  category: BenchmarkCategory,
  prompt: string,
  rubric: string[],
  simulated: KeyedTask["simulated"],
  expected?: unknown,
): KeyedTask {
  return { id, category, prompt, rubric, simulated, ...(expected !== undefined && { expected }) };
}

const reasoning = [
  task(
    "ferry",
    "reasoning",
    "A ferry takes 12 cars. 53 cars wait on the shore, and 9 more arrive while the first trip is under way. How many trips carry all of them over? Answer with the number.",
    ["Says that 6 trips are needed", "Does not contradict itself about the number of trips"],
    { right: "6 trips", wrong: ["5 trips", "7 trips"], difficulty: -0.5 },
    6,
  ),
  task(
    "siblings",
    "reasoning",
    "Lena has as many brothers as sisters. Each of her brothers has twice as many sisters as brothers. How many children are there? Answer with the number.",
    ["Says that there are 7 children", "Gives one number and no other as the answer"],
    { right: "7 children", wrong: ["6 children", "8 children"], difficulty: 0.8 },
    7,
  ),
  task(
    "discounts",
    "reasoning",
    "A coat costs 240 dollars. It is reduced by 25 percent, and a week later by another 20 percent of the reduced price. By how many dollars in all has the price fallen? Answer with the number.",
    ["Says that the price fell by 96 dollars", "Does not add the percentages to 45"],
    { right: "96 dollars", wrong: ["108 dollars", "144 dollars"], difficulty: 0 },
    96,
  ),
  task(
    "clocks",
    "reasoning",
    "One clock loses 4 minutes a day, another gains 2 minutes a day. Both are set right at noon on the 1st of a month. After how many days do they differ by exactly one hour? Answer with the number of days.",
    ["Says 10 days", "Uses that the difference grows by 6 minutes a day"],
    {
      right: "10 days, since the difference grows by 6 minutes a day",
      wrong: ["30 days", "15 days"],
      difficulty: 0.2,
    },
    10,
  ),
  task(
    "knights",
    "reasoning",
    'On an island knights always tell the truth and knaves always lie. Ada says: "Bo is a knave." Bo says: "Ada and I are of the same kind." Who is what?',
    ["Says that Ada is a knight", "Says that Bo is a knave"],
    {
      right: "Ada is a knight and Bo is a knave.",
      wrong: ["Ada is a knave and Bo is a knight.", "Both are knaves."],
      difficulty: 0.6,
    },
  ),
  task(
    "handshakes",
    "reasoning",
    "At a meeting everybody shook hands once with everybody else, and there were 66 handshakes. How many people were there? Answer with the number.",
    ["Says that there were 12 people", "Gives one number and no other as the answer"],
    { right: "12 people", wrong: ["11 people", "33 people"], difficulty: 0.3 },
    12,
  ),
];

const notes = `Notes on three towns.
Alba: 41,000 people, founded 1204, river Tane, two bridges, mayor since 2019.
Breda: 38,500 people, founded 1188, river Tane, three bridges, mayor since 2022.
Corva: 52,000 people, founded 1311, river Mire, one bridge, mayor since 2016.
A treaty of 1240 let every town on the Tane that was older than fifty years hold a market. A law of 1998 gives towns of more than 40,000 people a court.`;

const research = [
  task(
    "market-right",
    "multi-step-research",
    `${notes}\n\nWhich towns could hold a market by the treaty of 1240? Give the reason for each town.`,
    ["Says that Breda could", "Says that Alba could not", "Says that Corva could not"],
    {
      right:
        "Only Breda: it lies on the Tane and was 52 years old in 1240. Alba was only 36 years old, and Corva lies on the Mire.",
      wrong: [
        "Alba and Breda, since both lie on the Tane.",
        "All three towns, since all are old enough today.",
      ],
      difficulty: 0.5,
    },
  ),
  task(
    "courts-and-bridges",
    "multi-step-research",
    `${notes}\n\nHow many bridges do the towns with a court have together? Answer with the number and the towns.`,
    [
      "Says that they have 3 bridges together",
      "Names Alba and Corva and not Breda as the towns with a court",
    ],
    {
      right: "3 bridges: two in Alba and one in Corva.",
      wrong: ["5 bridges: two in Alba and three in Breda.", "6 bridges, counting all towns."],
      difficulty: 0.2,
    },
    3,
  ),
  task(
    "longest-mayor",
    "multi-step-research",
    `${notes}\n\nOf the towns on the Tane, which has had its mayor longest, and how much older is that town than the other on the Tane? Say by how many years, and mind who is older.`,
    ["Says that it is Alba", "Says that Alba is 16 years younger than Breda, not older"],
    {
      right: "Alba; it is not older but 16 years younger than Breda.",
      wrong: ["Alba, which is 16 years older than Breda.", "Corva, with its mayor since 2016."],
      difficulty: 1,
    },
  ),
  task(
    "population-growth",
    "multi-step-research",
    `${notes}\n\nBreda grows by 500 people a year and Alba shrinks by 250 a year. After how many whole years does Breda have more people than Alba for the first time? Answer with the number of years.`,
    ["Says that it takes 4 years", "Sees that after 3 years Breda still has fewer"],
    {
      right: "4 years: after 3 years Breda still has fewer.",
      wrong: ["3 years", "5 years", "10 years"],
      difficulty: 0.9,
    },
    4,
  ),
  task(
    "contradiction",
    "multi-step-research",
    `${notes}\n\nA guide says: "Corva, the oldest of the three, has had a court since the law of 1998 and lies downstream of Alba on the same river." List every mistake in this sentence, and nothing that is right.`,
    [
      "Says that Corva is not the oldest",
      "Says that Corva is on another river than Alba",
      "Does not call the court a mistake",
    ],
    {
      right: "Corva is not the oldest but the youngest, and it lies on the Mire, another river than Alba.",
      wrong: ["Corva has no court, and it is not the oldest.", "Corva is not the oldest; the rest is right."],
      difficulty: 0.7,
    },
  ),
  task(
    "most-per-bridge",
    "multi-step-research",
    `${notes}\n\nRank the towns by people for each bridge, most first, with the numbers.`,
    ["Ranks Corva first, Alba second and Breda third", "Gives 52,000 for Corva and 20,500 for Alba"],
    {
      right: "Corva (52,000), Alba (20,500), Breda (about 12,833).",
      wrong: [
        "Corva (52,000), Breda (19,250), Alba (20,500).",
        "Alba (41,000), Breda (38,500), Corva (52,000).",
      ],
      difficulty: 0.1,
    },
  ),
];

const critique = [
  task(
    "refund-mail",
    "critique-revision",
    'Improve this reply to a customer whose parcel arrived broken, in at most 80 words: "We are not responsible for the post. You can send it back if you want but there may be a fee." It should apologise, say that we replace the item at no cost, and say what to do next.',
    [
      "Apologises",
      "Says that the replacement is free",
      "Says what the customer has to do next",
      "Has at most 80 words",
    ],
    {
      right:
        "We are sorry that your parcel arrived broken. We replace it at no cost. Please send us a photo by replying to this mail, and the new one goes out today.",
      wrong: [
        "We are sorry, but returns may have a fee. Please ask the post.",
        "Your replacement is on its way at no cost.",
      ],
      difficulty: -0.3,
    },
  ),
  task(
    "off-by-one",
    "critique-revision",
    "Mend this function, which should return the sum of the whole numbers from a to b, both included, for any a and b with a <= b, and give only the function: function sum(a, b) { let s = 0; for (let i = a; i < b; i++) s += i; return s; }",
    ["Includes b in the sum", "Starts at a", "Is a whole function that runs as it is"],
    {
      right: "function sum(a, b) { let s = 0; for (let i = a; i <= b; i++) s += i; return s; }",
      wrong: [
        "function sum(a, b) { let s = 0; for (let i = a; i < b + 2; i++) s += i; return s; }",
        "function sum(a, b) { let s = 0; for (let i = 0; i <= b; i++) s += i; return s; }",
      ],
      difficulty: 0,
    },
  ),
  task(
    "headline",
    "critique-revision",
    'Rewrite this headline in at most 9 words so that it claims no more than the study: "Coffee prevents heart disease, scientists prove". The study followed 4,000 coffee drinkers and found fewer heart problems; it was no experiment.',
    ["Does not claim a cause or a proof", "Speaks of coffee and heart problems", "Has at most 9 words"],
    {
      right: "Coffee drinkers had fewer heart problems, study finds",
      wrong: [
        "Coffee lowers the risk of heart disease, study proves",
        "New study: coffee protects your heart",
      ],
      difficulty: 0.4,
    },
  ),
  task(
    "meeting-notes",
    "critique-revision",
    "Turn these notes into three bullet points, each with an owner and a date, and leave out what has neither: Ana will send the offer Friday 6 March; we should think about colours; Tom checks the contract until 10 March; somebody should call the printer; Mia books the room for 12 March.",
    [
      "Has exactly three points",
      "Gives Ana 6 March, Tom 10 March and Mia 12 March",
      "Leaves out colours and the printer",
    ],
    {
      right:
        "- Ana sends the offer: 6 March\n- Tom checks the contract: 10 March\n- Mia books the room: 12 March",
      wrong: [
        "- Ana sends the offer: 6 March\n- Tom checks the contract: 10 March\n- Somebody calls the printer",
        "- Ana: offer\n- Tom: contract\n- Mia: room\n- Team: colours",
      ],
      difficulty: -0.2,
    },
  ),
  task(
    "sql-review",
    "critique-revision",
    "This query should list customers who have no order at all. Say what is wrong with it and give a query that is right: SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.total = 0;",
    [
      "Says that it finds orders of total 0, or drops customers without orders",
      "Tests for a missing order with IS NULL or NOT EXISTS",
      "Gives a whole query",
    ],
    {
      right:
        "The condition o.total = 0 finds orders of total 0 and drops customers without orders. Right: SELECT c.name FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL;",
      wrong: [
        "The join must be an inner join: SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id WHERE o.total = 0;",
        "Use o.total IS 0 in place of o.total = 0.",
      ],
      difficulty: 0.5,
    },
  ),
  task(
    "plain-words",
    "critique-revision",
    'Say this in one sentence of at most 15 words that a child understands: "Precipitation in solid form results from the crystallisation of atmospheric water vapour at temperatures beneath the freezing point."',
    [
      "Says that snow or ice falls because water in the air freezes",
      "Is one sentence of at most 15 words",
      "Uses no technical term",
    ],
    {
      right: "Snow falls when it is so cold that water in the air turns to ice.",
      wrong: [
        "Solid precipitation forms when vapour crystallises.",
        "It snows because clouds are heavy and full of rain.",
      ],
      difficulty: -0.6,
    },
  ),
];

const tools = [
  task(
    "order-total",
    "tool-use",
    "What is the total of order 1042 in US dollars, without shipping? Use the tools. Answer with the amount.",
    ["Says that the total is 160 dollars", "Does not make prices up"],
    {
      right: "The total of order 1042 is 160 dollars.",
      wrong: ["The total of order 1042 is 145 dollars.", "The total of order 1042 is 57.50 dollars."],
      difficulty: 0,
    },
    160,
  ),
  task(
    "can-ship",
    "tool-use",
    "Can the shop send everything in order 1044 from stock today? Use the tools. Answer yes or no, with the numbers.",
    ["Says yes", "Says that 4 chairs are wanted and 5 are in stock"],
    {
      right: "Yes: 4 chairs are wanted and 5 are in stock, and 1 lamp of 7.",
      wrong: ["No: 4 chairs are wanted and only 2 are in stock.", "No, order 1044 does not exist."],
      difficulty: 0.2,
    },
  ),
  task(
    "heaviest-order",
    "tool-use",
    "Which of the orders 1042, 1043 and 1044 is the heaviest, and what does it weigh in kilograms? Use the tools.",
    ["Says that it is order 1044", "Says that it weighs 39.2 kilograms"],
    {
      right: "Order 1044, with 39.2 kilograms.",
      wrong: ["Order 1043, with 38 kilograms.", "Order 1044, with 38 kilograms."],
      difficulty: 0.8,
    },
  ),
  task(
    "customer-spend",
    "tool-use",
    "How much have the orders 1042 and 1044 of the customer Brandt cost together, in US dollars? Use the tools. Answer with the amount.",
    ["Says that they cost 561 dollars together", "Gives one amount and no other as the answer"],
    {
      right: "Together they cost 561 dollars.",
      wrong: ["Together they cost 516 dollars.", "Together they cost 401 dollars."],
      difficulty: 0.6,
    },
    561,
  ),
  task(
    "after-shipping",
    "tool-use",
    "How many cables are left in stock when the orders 1042 and 1045 have been sent? Use the tools. Answer with the number.",
    ["Says that 48 cables are left", "Gives one number and no other as the answer"],
    { right: "48 cables are left.", wrong: ["50 cables are left.", "58 cables are left."], difficulty: 0.1 },
    48,
  ),
  task(
    "missing-order",
    "tool-use",
    "Who placed order 1050, and when? Use the tools. If it cannot be found, say so and give the numbers of the orders there are.",
    ["Says that order 1050 does not exist", "Names 1042, 1043, 1044 and 1045", "Makes no customer up"],
    {
      right: "Order 1050 does not exist; there are 1042, 1043, 1044 and 1045.",
      wrong: ["Order 1050 was placed by Silva on 2026-03-11.", "Order 1050 was placed by Brandt."],
      difficulty: 0.3,
    },
  ),
];

/** Six tasks for each of the four categories. */
export const tasks: KeyedTask[] = [...reasoning, ...research, ...critique, ...tools];
