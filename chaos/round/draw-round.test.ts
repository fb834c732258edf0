import { expect, test } from "vitest";
import { drawRound } from "./draw-round.ts";
import { kinds } from "./round-plan.ts";

const seeds = Array.from({ length: 500 }, (_, seed) => seed);

test("a seed gives the same round again, and another seed another", () => {
  const texts = seeds.map((seed) => JSON.stringify(drawRound(seed, { disk: true })));
  expect(seeds.map((seed) => JSON.stringify(drawRound(seed, { disk: true })))).toEqual(texts);
  expect(new Set(texts).size).toBe(seeds.length);
});

test("every kind of round and every kind of fault comes up", () => {
  const plans = seeds.map((seed) => drawRound(seed, { disk: true }));
  expect(new Set(plans.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const lives = plans.flatMap((plan) => plan.lives);
  for (const fault of ["kill", "interrupt", "stop", "clock", "diskFull", "storeDeleted", "half"] as const)
    expect(lives.filter((life) => life[fault] !== null).length, fault).toBeGreaterThan(20);
  expect(new Set(lives.map(({ half }) => half?.what))).toEqual(
    new Set([undefined, "half-log", "half-store", "half-definition", "half-results", "half-cache"]),
  );
  expect(
    plans.some(
      ({ transcriptBytes, tasks, subjects, runs }) =>
        tasks * subjects * runs === 1000 && transcriptBytes === 1_000_000,
    ),
  ).toBe(true);
});

test("without a disk to mount no round has a full one; brief rounds wait for nothing", () => {
  const plans = seeds.map((seed) => drawRound(seed, { disk: false, brief: true }));
  expect(plans.some(({ disk, lives }) => disk || lives.some(({ diskFull }) => diskFull))).toBe(false);
  expect(plans.flatMap(({ trouble }) => trouble)).not.toContain("silence");
});
