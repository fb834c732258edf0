/**
 * Where some items stand one after the other in a list, or some characters in a text, none of the places within
 * another. By Knuth, Morris and Pratt, so that none is looked at again and again, however many are alike; `indexOf`
 * takes minutes for a text that was made for it.
 */
export function placesOf<T>(all: ArrayLike<T>, sought: ArrayLike<T>): number[] {
  /** For each number of items that are the same, how many of their last are also the first of those sought. */
  const again = [0];
  for (let at = 1, same = 0; at < sought.length; at++) {
    same = sameAfter(sought[at]!, same);
    again.push(same);
  }
  const places: number[] = [];
  for (let at = 0, same = 0; at < all.length; at++) {
    same = sameAfter(all[at]!, same);
    if (same < sought.length) continue;
    places.push(at + 1 - same);
    same = 0;
  }
  return places;

  function sameAfter(item: T, before: number): number {
    let same = before;
    while (same > 0 && sought[same] !== item) same = again[same - 1]!;
    return sought[same] === item ? same + 1 : 0;
  }
}
