const [quote, backslash, comma, list, object] = [...'"\\,[{'].map((each) => each.charCodeAt(0));

/**
 * Has a text of JSON more values than this? Counted before it is read, which takes fifty times as much memory for an
 * empty object as its two bytes. What is in strings does not count. Of what is no JSON it says anything.
 */
export function hasMoreValues(bytes: Buffer, most: number): boolean {
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte === comma || byte === list || byte === object) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** Where the string that begins here has its closing quote; the end of the text when it has none. */
function endOfString(bytes: Buffer, start: number): number {
  let at = bytes.indexOf('"', start);
  while (at !== -1 && isEscaped(bytes, at, start)) at = bytes.indexOf('"', at + 1);
  return at === -1 ? bytes.length : at;
}

function isEscaped(bytes: Buffer, at: number, start: number): boolean {
  let before = at;
  while (before > start && bytes[before - 1] === backslash) before -= 1;
  return (at - before) % 2 === 1;
}
