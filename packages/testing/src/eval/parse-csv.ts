import { DatasetError } from "./eval-case.ts";

/**
 * The records of a CSV text, as RFC 4180 has it: fields between commas; in quotes a field may hold commas, line ends
 * and quotes, these doubled. Lines end in LF, CRLF or CR. A byte order mark and empty lines are left out. Throws a
 * `DatasetError` that names the line when a quote does not close, or stands where none may.
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let line = 1;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const field = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
  while (at < text.length || record.length > 0) {
    field.lastIndex = at;
    const match = field.exec(text);
    if (!match) throw new DatasetError(badQuote(text, at, line));
    const [whole, quoted, plain, end] = match;
    record.push(quoted?.replaceAll('""', '"') ?? plain!);
    at += whole.length;
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ",") continue;
    if (record.length > 1 || record[0] !== "" || quoted !== undefined) records.push(record);
    record = [];
  }
  return records;
}

function badQuote(text: string, at: number, line: number): string {
  return text[at] === '"'
    ? `line ${line} begins a field in quotes that do not close before a comma or the end of the line`
    : `line ${line} has a quote inside a field without quotes; put the field in quotes and double the quotes in it`;
}
