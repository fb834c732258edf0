import { sign, verify } from "./auth.ts";
import { type Expense, left } from "./budget.ts";

const hour = 60 * 60 * 1000;

/** Logs a user in. */
export function login(user: string, now = Date.now()): string {
  return sign(user, now + hour);
}

/** What the user behind a token has left of the budget; null without a valid token. */
export function budgetOf(
  token: string,
  budgetCents: number,
  expenses: readonly Expense[],
  now = Date.now(),
): { user: string; leftCents: number } | null {
  const user = verify(token, now);
  return user === null ? null : { user, leftCents: left(budgetCents, expenses) };
}
