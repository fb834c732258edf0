import { expect, test } from "vitest";
import { diskNotice } from "./disk-notice.ts";

test("little room is told before anything runs, by how many cases run at once", () => {
  const left = { bytes: 3 * 2 ** 30, entries: 1 };
  expect(diskNotice(left, 1)).toBeNull();
  expect(diskNotice(left, 2)).toMatch(/^Only 3 GB are left on the disk of .* Free 4 GB, or set TMPDIR/);
});
