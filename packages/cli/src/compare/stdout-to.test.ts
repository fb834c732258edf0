import { expect, test } from "vitest";
import { stdoutTo } from "./stdout-to.ts";

/** A stream, what reached it, and what was told instead. */
function led() {
  const written: string[] = [];
  const told: string[] = [];
  const stream = {
    write(text: string | Uint8Array, ..._rest: unknown[]): boolean {
      written.push(String(text));
      return true;
    },
  };
  const led = stdoutTo(stream, (text) => told.push(text));
  return { ...led, stream, written, told };
}

test("what others write is told in whole lines; our own goes where it always went", () => {
  const { own, stream, written, told, close } = led();
  expect(stream.write("one ")).toBe(true);
  own.write("the result\n");
  stream.write("line\nand the beg");
  stream.write("inning");
  expect([written, told]).toEqual([["the result\n"], ["one line\n"]]);
  close();
  stream.write("at");
  stream.write(" last");
  expect(told).toEqual(["one line\n", "and the beginning", "at", " last"]);
});

test("bytes are text, also when they come in the middle of a character", () => {
  const { stream, told, close } = led();
  const bytes = Buffer.from("é\n");
  stream.write(bytes.subarray(0, 1));
  stream.write(new Uint8Array(bytes.subarray(1)));
  stream.write("c3a9", "hex");
  close();
  expect(told).toEqual(["é\n", "é"]);
});

test("whoever waits for the write is told, with an encoding and without", async () => {
  const { stream } = led();
  await new Promise<void>((resolve) => stream.write("a", resolve));
  await new Promise<void>((resolve) => stream.write("a", "utf8", resolve));
});

test("a line without an end is not held for ever", () => {
  const { stream, told } = led();
  for (let at = 0; at < 70; at++) stream.write(".".repeat(1000));
  expect(told.join("").length).toBeGreaterThan(60_000);
});
