/**
 * An id for a tool call that no other call of the conversation has: its own where it can be. Some servers give all
 * calls the same, or none, and providers refuse both in what is sent back. `turn` names calls without one.
 */
export function freeCallId(id: string, turn: number, usedIds: Set<string>): string {
  const wanted = id === "" ? `call-${turn}` : id;
  let free = wanted;
  for (let next = 2; usedIds.has(free); next++) free = `${wanted}-${next}`;
  usedIds.add(free);
  return free;
}
