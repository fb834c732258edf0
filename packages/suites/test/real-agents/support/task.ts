/** A test may wait for its turn among others, so that its time says nothing. */
export const timeout = 900_000;

/** The line that does what the case asks for. */
export const write = "echo two > done.txt";

/** What is expected of it; both hold when the line was run. */
export const it = { expect: ["file:done.txt contains 'two'", "test:sh check.sh"] };
