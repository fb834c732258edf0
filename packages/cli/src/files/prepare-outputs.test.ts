import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareOutputs } from "./prepare-outputs.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "outputs-"));
  mkdirSync(join(folder, "deep"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("no two files are to be written to one place", () => {
  writeFileSync(join(folder, "same.json"), "");
  symlinkSync("same.json", join(folder, "alias.json"));
  const same = "--output names it too; name another file";
  expect(() => prepareOutputs({ output: "q.json", junit: "./q.json" }, folder)).toThrow(
    `--junit ./q.json cannot be written: ${same}.`,
  );
  expect(() => prepareOutputs({ output: "same.json", junit: "alias.json" }, folder)).toThrow(same);
  symlinkSync("deep", join(folder, "shallow"));
  expect(() => prepareOutputs({ output: "deep/new", junit: "shallow/new" }, folder)).toThrow(same);
  expect(() => prepareOutputs({ output: "kept", keep: "kept" }, folder)).toThrow(
    "--keep kept cannot be written: --output is to be a file there; name another folder.",
  );
  expect(() => prepareOutputs({ junit: "kept", keep: "kept/deep" }, folder)).toThrow(
    "--junit is to be a file",
  );
  expect(() => prepareOutputs({ output: "kept/r.json", keep: "kept" }, folder)).toThrow(
    "--output kept/r.json cannot be written: it is in the folder of --keep; name a file elsewhere.",
  );
  expect(() => prepareOutputs({ junit: "shallow/new/j.xml", keep: "deep" }, folder)).toThrow(
    "--junit shallow/new/j.xml cannot be written: it is in the folder of --keep",
  );
  expect(existsSync(join(folder, "kept"))).toBe(false);
  expect(prepareOutputs({ output: "kept.json", junit: "j.xml", keep: "kept" }, folder)).toEqual({
    output: join(folder, "kept.json"),
    junit: join(folder, "j.xml"),
  });
  expect(prepareOutputs({}, folder)).toEqual({ output: undefined, junit: undefined });
});

test("no file is to be a folder for another, and nothing is kept among the records", () => {
  expect(() => prepareOutputs({ output: "o.json", junit: "o.json/j.xml" }, folder)).toThrow(
    "--junit o.json/j.xml cannot be written: --output is to be a file there; name another file.",
  );
  expect(() => prepareOutputs({ output: "j/o.json", junit: "j" }, folder)).toThrow(
    "--output j/o.json cannot be written: --junit is to be a file there; name another file.",
  );
  expect([existsSync(join(folder, "o.json")), existsSync(join(folder, "j"))]).toEqual([false, false]);
  for (const flags of [{ output: ".x" }, { junit: ".x" }, { keep: ".x" }, { keep: ".x/kept" }])
    expect(() => prepareOutputs(flags, folder)).toThrow("it is in the folder of the records");
});

test("a folder for workspaces that cannot be one is found before, and none is made", () => {
  writeFileSync(join(folder, "file"), "");
  for (const keep of ["file", "file/deep/er"])
    expect(() => prepareOutputs({ keep }, folder)).toThrow(
      `--keep ${keep} cannot be written: ${join(folder, "file")} is a file, not a folder.`,
    );
  const before = readdirSync(folder);
  prepareOutputs({ keep: "later/on" }, folder);
  expect(readdirSync(folder)).toEqual(before);
});

test.runIf(process.platform === "linux")("where the system lets nobody make a folder, that is told", () => {
  expect(() => prepareOutputs({ keep: "/proc/x/y" }, folder)).toThrow(
    /^--keep \/proc\/x\/y cannot be written: E[A-Z]+: [a-z ]+\.$/,
  );
});
