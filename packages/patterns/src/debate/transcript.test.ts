import { expect, test } from "vitest";
import { blindTranscript } from "./transcript.ts";

const positions = ["It is three.", "It is four."];
const turnsAbout = (topic: string) => [
  { round: 1, side: 0, text: `${topic} a` },
  { round: 1, side: 1, text: `${topic} b` },
  { round: 2, side: 0, text: `${topic} c` },
  { round: 2, side: 1, text: `${topic} d` },
];

test("every turn is there, its rounds in order, under the label of its own position", () => {
  const topics = Array.from({ length: 20 }, (_, at) => `topic${at}`);
  for (const topic of topics) {
    const blind = blindTranscript("How many?", positions, turnsAbout(topic));
    expect(blind.positions.toSorted()).toEqual(positions.toSorted());
    expect(blind.turns.map((turn) => /^Round (\d)/.exec(turn)![1])).toEqual(["1", "1", "2", "2"]);
    for (const { side, text } of turnsAbout(topic)) {
      const label = `view-${blind.positions.indexOf(positions[side]!) + 1}`;
      expect(blind.turns.find((turn) => turn.endsWith(text))).toContain(`for ${label}:`);
    }
  }
});

test("neither label nor place tells who spoke first, and the same debate reads the same", () => {
  const firsts = new Set<string>();
  const openers = new Set<string>();
  for (let at = 0; at < 20; at++) {
    const turns = turnsAbout(`topic${at}`);
    const blind = blindTranscript("How many?", positions, turns);
    expect(blindTranscript("How many?", positions, turns)).toEqual(blind);
    firsts.add(blind.positions[0]!);
    openers.add(blind.turns[0]!.slice(-1));
  }
  expect([...firsts].toSorted()).toEqual(positions.toSorted());
  expect([...openers].toSorted()).toEqual(["a", "b"]);
});
