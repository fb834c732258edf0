type Wins = readonly (readonly number[])[];

/** Has everybody been compared with everybody else, directly or through others? */
export function isOnePiece(wins: Wins): boolean {
  return reached(wins, (i, j) => wins[i]![j]! + wins[j]![i]! > 0) === wins.length;
}

/** Does a chain of wins lead from everybody to everybody? Only then does a maximum of the likelihood exist. */
export function isOneRing(wins: Wins): boolean {
  return (
    reached(wins, (i, j) => wins[i]![j]! > 0) === wins.length &&
    reached(wins, (i, j) => wins[j]![i]! > 0) === wins.length
  );
}

/** How many can be reached from the first one. */
function reached(wins: Wins, linked: (from: number, to: number) => boolean): number {
  const seen = new Set([0]);
  for (const from of seen) {
    for (let to = 0; to < wins.length; to++) if (linked(from, to)) seen.add(to);
  }
  return seen.size;
}
