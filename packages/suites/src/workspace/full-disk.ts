/** What tools and the system say when nothing more can be written: no room, no room for names, a quota used up. */
const complaints = /\bENOSPC\b|\bEDQUOT\b|no space left on device|disk quota exceeded/i;

/** Is this complaint of a tool, or this message of an error, one about a full disk? */
export function tellsOfFullDisk(text: string): boolean {
  return complaints.test(text);
}

/** What to do about it. */
export const fullDiskAdvice =
  "The disk is full: free some space there, or set TMPDIR to a folder with more, then run it again.";
