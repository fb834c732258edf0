import { isInstalledPath } from "../../patch/installed-path.ts";
import { markedEnd } from "../../text/kept-end.ts";
import { printable } from "../../text/printable.ts";

/** What an agent left, as its judge sees it. */
export interface JudgedWork {
  patch: string;
  answer: string;
  /** How much of it is not shown, in words that hold nothing of the agent's; null when all is. */
  leftOut: string | null;
}

/** Of what there is room for, the answer has as much at most. */
const shareOfAnswer = 0.25;
/** While there are further files, those of one kind have as much at most of what is left. */
const shareOfKind = 0.75;
/** Less of a file is not worth reading. */
const leastBytes = 512;
const mostNamed = 20;

/**
 * As much of patch and answer as fits, so that judging costs what it may cost, whatever an agent leaves. What it
 * changed comes before what it added, and that before what is installed or no text; of each kind small files are whole
 * and large ones cut, all to the same length, so that none keeps the others out. Of the answer the end is shown.
 */
export function judgedWork(patch: string, answer: string, mostBytes: number): JudgedWork {
  const [patchBytes, answerBytes] = [Buffer.byteLength(patch), Buffer.byteLength(answer)];
  if (patchBytes + answerBytes <= mostBytes) return { patch, answer, leftOut: null };
  const forAnswer = Math.min(answerBytes, Math.max(mostBytes * shareOfAnswer, mostBytes - patchBytes));
  const shownAnswer = answerBytes <= forAnswer ? answer : endOf(answer, forAnswer);
  const room = mostBytes - forAnswer;
  const shownPatch = patchBytes <= room ? patch : cutPatch(patch, room);
  const parts = [
    ...(shownPatch === patch ? [] : [`the patch of ${kilobytes(patchBytes)}`]),
    ...(shownAnswer === answer ? [] : [`the answer of ${kilobytes(answerBytes)}`]),
  ];
  return {
    patch: shownPatch,
    answer: shownAnswer,
    leftOut: `only a part of ${parts.join(" and of ")} is shown`,
  };
}

interface FilePart {
  text: string;
  bytes: number;
  /** 0 for a file that was changed, 1 for one that was added, 2 for what is installed or no text. */
  kind: 0 | 1 | 2;
  /** Of it, what is shown; null when nothing is. */
  shown: string | null;
}

function cutPatch(patch: string, mostBytes: number): string {
  // Lines of contents begin with a sign, and those of bytes have no blanks.
  const parts = patch.split(/^(?=diff --git )/m);
  const isFile = (part: string) => part.startsWith("diff --git ");
  const [note = "", texts] = [parts.find((part) => !isFile(part)), parts.filter(isFile)];
  const head = startOf(note, mostBytes * (1 - shareOfKind));
  const files = texts.map(filePart);
  let left = mostBytes - Buffer.byteLength(head);
  for (const kind of [0, 1, 2] as const) {
    const isLast = !files.some((file) => file.kind > kind);
    const room = Math.floor(isLast ? left : left * shareOfKind);
    left -= showFiles(
      files.filter((file) => file.kind === kind),
      room,
    );
  }
  const hidden = files.filter(({ shown }) => shown === null);
  const names = hidden.slice(0, mostNamed).map(({ text, bytes }) => {
    const name = printable(text.slice("diff --git ".length, text.indexOf("\n")), 200);
    return `# not shown: ${name} (${bytes.toLocaleString("en-US")} bytes)\n`;
  });
  const more = hidden.length - names.length;
  const rest = more > 0 ? [`# not shown: ${more.toLocaleString("en-US")} more files\n`] : [];
  return [head, ...files.map(({ shown }) => shown ?? ""), ...names, ...rest].join("");
}

function filePart(whole: string): FilePart {
  const header = /^(?:(?!@@ |GIT binary patch).*\n?)*/.exec(whole)![0];
  const isBytes = whole.startsWith("GIT binary patch", header.length);
  const bytesLeft = Buffer.byteLength(whole) - Buffer.byteLength(header);
  const text = isBytes
    ? `${header}# ${bytesLeft.toLocaleString("en-US")} bytes that are no text are not shown\n`
    : whole;
  const isInstalled = isInstalledPath(header.split("\n", 1)[0]!);
  const kind = isBytes || isInstalled ? 2 : /^new file mode /m.test(header) ? 1 : 0;
  return { text, bytes: Buffer.byteLength(text), kind, shown: null };
}

/** Shows as much of each as is fair; tells how many bytes that takes. */
function showFiles(files: readonly FilePart[], room: number): number {
  let left = room;
  for (const [at, file] of files.toSorted((a, b) => a.bytes - b.bytes).entries()) {
    const share = Math.floor(left / (files.length - at));
    if (file.bytes > share && share < leastBytes) continue;
    file.shown = file.bytes <= share ? file.text : startOf(file.text, share);
    left -= Math.min(file.bytes, share);
  }
  return room - left;
}

/** Whole lines from the beginning, and how much is missing behind them. */
function startOf(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= mostBytes) return text;
  const kept = bytes.subarray(0, Math.max(0, mostBytes - 100));
  const lines = kept.subarray(0, kept.lastIndexOf("\n") + 1).toString();
  const missing = (bytes.length - Buffer.byteLength(lines)).toLocaleString("en-US");
  return `${lines}# ${missing} bytes that follow here are not shown\n`;
}

function endOf(text: string, mostBytes: number): string {
  const bytes = Buffer.from(text);
  let from = bytes.length - Math.max(0, Math.floor(mostBytes) - 100);
  // Not in the midst of a letter.
  while (from < bytes.length && (bytes[from]! & 0xc0) === 0x80) from += 1;
  return markedEnd(bytes.subarray(from).toString(), from);
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString("en-US")} KB`;
}
