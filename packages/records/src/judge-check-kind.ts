/**
 * The kind of a run that checked a judge before another run used it. It can be named by its id; lists of runs leave it
 * out, and `last` and `last~1` pass over it.
 */
export const judgeCheckKind = "judge-check";
