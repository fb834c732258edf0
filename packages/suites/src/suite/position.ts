/** A place in a text: line and column from 1, the column in UTF-16 units as editors count them. */
export interface Position {
  line: number;
  column: number;
}

/** Finds the place of an offset. Lines end with LF, CRLF or CR. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0];
  for (const end of text.matchAll(/\r\n|\n|\r/g)) starts.push(end.index + end[0].length);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - starts[low]! + 1 };
  };
}
