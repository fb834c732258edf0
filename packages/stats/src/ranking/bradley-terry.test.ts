import fc from "fast-check";
import { expect, test } from "vitest";
import { estimated } from "../../test/estimated.ts";
import { oracles, six } from "../../test/oracles.ts";
import { bradleyTerry } from "./bradley-terry.ts";

test("oracle: three subjects", () => {
  const { abilities, elo, standardErrors, regularised } = estimated(bradleyTerry(oracles["BT W"]));
  expect(six(abilities)).toEqual(oracles["BT theta (mean 0)"]);
  expect(six(elo)).toEqual(oracles["BT elo = 1000+400/ln10*theta"]);
  expect(six(standardErrors)).toEqual(oracles["BT SE theta (pinv Hessian)"]);
  expect(regularised).toBe(false);
});

test("two subjects have the log odds of their wins", () => {
  const { abilities } = estimated(
    bradleyTerry([
      [0, 30],
      [10, 0],
    ]),
  );
  expect(abilities[0]! - abilities[1]!).toBeCloseTo(Math.log(3), 12);
});

test("somebody who never lost gets half a win against each met, and keeps a finite strength", () => {
  const result = estimated(
    bradleyTerry([
      [0, 5, 4],
      [0, 0, 2],
      [0, 3, 0],
    ]),
  );
  const given = estimated(
    bradleyTerry([
      [0, 5.5, 4.5],
      [0.5, 0, 2.5],
      [0.5, 3.5, 0],
    ]),
  );
  expect(result).toEqual({ ...given, regularised: true });
  expect(result.abilities[0]).toBeGreaterThan(result.abilities[2]!);
});

test("a pair that never lost to the other pair needs it too, though each has a loss", () => {
  const wins = [
    [0, 2, 3, 3],
    [1, 0, 3, 3],
    [0, 0, 0, 2],
    [0, 0, 1, 0],
  ];
  const strangers = wins.map((row) => [...row, 0]).concat([[0, 0, 0, 1, 0]]);
  const given = strangers.map((row, i) =>
    row.map((won, j) => (i !== j && won + strangers[j]![i]! > 0 ? won + 0.5 : won)),
  );
  expect(estimated(bradleyTerry(wins)).regularised).toBe(true);
  expect(estimated(bradleyTerry(strangers))).toEqual({
    ...estimated(bradleyTerry(given)),
    regularised: true,
  });
});

test("subjects that never met, even through others, cannot be ranked", () => {
  expect(
    bradleyTerry([
      [0, 1, 0, 0],
      [1, 0, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 1, 0],
    ]),
  ).toEqual({ state: "not-connected" });
  expect(bradleyTerry([[0]])).toEqual({ state: "too-few-subjects" });
  expect(bradleyTerry([])).toEqual({ state: "too-few-subjects" });
});

test("what is no table of wins is refused", () => {
  expect(() => bradleyTerry([[0, 1]])).toThrow("wins[0] must be as long as wins (1)");
  expect(() => bradleyTerry([[1]])).toThrow("wins[0][0] must be 0, as nobody plays against itself");
  expect(() =>
    bradleyTerry([
      [0, -1],
      [1, 0],
    ]),
  ).toThrow("wins[0][1] must be a finite number of at least 0");
});

const table = fc
  .integer({ min: 2, max: 6 })
  .chain((n) =>
    fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: n, maxLength: n }), {
      minLength: n,
      maxLength: n,
    }),
  )
  .map((rows) => rows.map((row, i) => row.map((won, j) => (i === j ? 0 : won))));

test("at the maximum everybody is expected to win as often as it did", () => {
  fc.assert(
    fc.property(table, (wins) => {
      const { abilities } = estimated(bradleyTerry(wins));
      expect(abilities.reduce((a, b) => a + b)).toBeCloseTo(0, 9);
      wins.forEach((row, i) => {
        const won = row.reduce((a, b) => a + b);
        const expected = row.reduce(
          (total, count, j) =>
            i === j ? total : total + (count + wins[j]![i]!) / (1 + Math.exp(abilities[j]! - abilities[i]!)),
          0,
        );
        expect(expected).toBeCloseTo(won, 8);
      });
    }),
  );
});

test("renaming subjects renames the ranking; ten times the verdicts sharpen it", () => {
  fc.assert(
    fc.property(table, (wins) => {
      const one = estimated(bradleyTerry(wins));
      const turned = estimated(bradleyTerry([...wins].reverse().map((row) => [...row].reverse())));
      turned.abilities.reverse().forEach((ability, i) => {
        expect(ability).toBeCloseTo(one.abilities[i]!, 9);
      });
      const more = estimated(bradleyTerry(wins.map((row) => row.map((won) => 10 * won))));
      more.standardErrors.forEach((error, i) => {
        expect(error * Math.sqrt(10)).toBeCloseTo(one.standardErrors[i]!, 9);
      });
    }),
  );
});
