import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { interrupted } from "./interrupted.ts";

const names = ["SIGINT", "SIGTERM", "SIGHUP"];

test.each(["SIGINT", "SIGTERM"])("%s stops, and a second one meets the process unprotected", (name) => {
  const source = new EventEmitter();
  const said: string[] = [];
  const { signal } = interrupted(source, () => void said.push("Stopping."));
  source.emit(name);
  expect([signal.aborted, said]).toEqual([true, ["Stopping."]]);
  expect([source.listenerCount("SIGINT"), source.listenerCount("SIGTERM")]).toEqual([0, 0]);
});

test("a terminal that is closed stops, however often that is told, also when nobody can be told any more", () => {
  const source = new EventEmitter();
  {
    using stop = interrupted(source, () => {
      throw Object.assign(new Error("write EIO"), { code: "EIO" });
    });
    for (let time = 0; time < 3; time++) expect(source.emit("SIGHUP")).toBe(true);
    expect(stop.signal.aborted).toBe(true);
  }
  expect(names.map((name) => source.listenerCount(name))).toEqual([0, 0, 0]);
});
