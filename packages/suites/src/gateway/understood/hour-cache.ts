/** The life of a cache that is not dearer. */
const short = "5m";
const places: ReadonlySet<string> = new Set(["cache_control", "cacheControl"]);

/** Does a request ask for a cache that is kept for an hour, at any place? Whatever is not known to be short counts. */
export function asksForHourCache(body: object): boolean {
  const left: object[] = [body];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    for (const [name, each] of Object.entries(value)) {
      if (typeof each !== "object" || each === null) continue;
      if (places.has(name) && each.ttl != null && each.ttl !== short) return true;
      left.push(each);
    }
  }
  return false;
}
