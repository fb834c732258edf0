/** The estimated state of a result; fails the test when it is another one. */
export function estimated<Result extends { state: string }>(
  result: Result,
): Extract<Result, { state: "estimated" }> {
  if (result.state !== "estimated") throw new Error(`expected an estimate, got ${JSON.stringify(result)}`);
  return result as Extract<Result, { state: "estimated" }>;
}
