/** What a call counts as: its cost, or its worst case when nobody knows how it ended; open ones nothing yet. */
const amount = "CASE state WHEN 'charged' THEN cost_nano WHEN 'lost' THEN worst_nano END";

const paidBy = (payer: string) =>
  `coalesce(sum(${amount}) FILTER (WHERE payer = '${payer}'), 0)::bigint AS ${payer}_nano`;

const tokens = ["input", "output", "cache_read", "cache_write", "reasoning"].map(
  (kind) => `coalesce(sum(${kind}_tokens), 0)::bigint AS ${kind}_tokens`,
);

/** The columns of `Sums` over rows of the table `call`. */
export const callSums = [
  paidBy("subject"),
  paidBy("judge"),
  paidBy("agent"),
  "coalesce(sum(worst_nano) FILTER (WHERE state = 'lost'), 0)::bigint AS carried_nano",
  `count(*) FILTER (WHERE state <> 'open' AND ${amount} IS NULL) AS unknown_calls`,
  ...tokens,
].join(", ");
