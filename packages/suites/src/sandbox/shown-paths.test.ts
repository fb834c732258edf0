import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shownPaths } from "./shown-paths.ts";

test("the outer ones come first, and only what would be seen is hidden", () => {
  const top = mkdtempSync(join(tmpdir(), "x-shown-"));
  const [folder, inner, file, link] = ["app", "app/inner", "file", "link"].map((name) => join(top, name));
  mkdirSync(inner!, { recursive: true });
  writeFileSync(file!, "");
  symlinkSync("app", link!);
  try {
    const hidden = [inner!, file!, folder!, link!, join(top, "absent"), tmpdir(), `${top}2`];
    expect(shownPaths([join(inner!, "bin"), top], hidden)).toEqual([
      [top, "shown"],
      [file, "no file"],
      [folder, "no folder"],
      [join(inner!, "bin"), "shown"],
    ]);
    expect(shownPaths([top], [top])).toEqual([[top, "shown"]]);
    expect(shownPaths(["/usr"], ["/"])).toEqual([["/usr", "shown"]]);
  } finally {
    rmSync(top, { recursive: true });
  }
});
