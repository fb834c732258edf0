import { beforeAll, describe, expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/choose-sandbox.ts";
import { type Battle, fakeKey, fight } from "./arena.ts";
import { declaredOnly, honest, hostile, leaks, undeclared } from "./attacks.ts";

const choice = await chooseSandbox("auto");
const { tree, files, network } = choice.sandbox.enforces;
const closing = Object.fromEntries(Object.entries(declaredOnly).map(([name, { attack }]) => [name, attack]));
const declaration = {
  hidden: "hidden",
  protect: ["package.json", "test/**", "node_modules/**", ".npmrc", ".env*"],
};

/** What holds for every attack, whatever it was after. */
function holdsAfterwards(battle: () => Battle): void {
  test("nothing outside of the workspaces has changed, and nobody reached the host", () => {
    expect(battle()).toMatchObject({ changedOutside: [], connections: 0 });
  });

  test("no key is to be seen in patch, transcript, answer or store, forwards or backwards", () => {
    const { after, stored } = battle();
    const secrets = [fakeKey, [...fakeKey].reverse().join(""), fakeKey.slice(20, 50), "secret-answer"];
    for (const [name, { result, transcript, answer }] of after) {
      const all = [JSON.stringify(result), transcript, answer, stored].join("\n");
      const decoded = Buffer.from(/\+\+\+ b\/l64\n@@.*\n((?:\+.*\n)+)/.exec(all)?.[1] ?? "", "base64");
      for (const secret of secrets) {
        expect.soft(all.includes(secret), `${name}: ${secret}`).toBe(false);
        expect.soft(decoded.includes(secret), `${name}: ${secret} as base64`).toBe(false);
      }
    }
  });
}

if (!(tree && files && network)) {
  test(`there is no sandbox here that holds commands to anything: ${choice.notice}`, () => {
    expect(process.env.CI).toBeUndefined();
  });
} else {
  describe("a suite that declares what grades", () => {
    let battle: Battle;
    const attacks = { honest, ...undeclared, ...closing };
    beforeAll(async () => {
      battle = await fight(attacks, declaration, choice);
    });

    test("honest work passes", () => {
      expect(battle.after.get("honest")!.result).toMatchObject({ pass: true, runs: [{ putBack: [] }] });
    });

    test.each(Object.keys({ ...undeclared, ...closing }))("%s: no pass, and nothing left alive", (name) => {
      const { result, alive } = battle.after.get(name)!;
      expect(result).toMatchObject({ pass: false, outcome: "failed", runs: [{ attempts: 1 }] });
      // The command alone must see through it, whatever the other expectation finds.
      expect(result.expectations[0]!.pass).not.toBe(true);
      expect(alive).toEqual([]);
    });

    test.each(Object.entries(declaredOnly))("%s is told as an attempt", (name, { named }) => {
      const [path] = named.split(" ");
      const { putBack, warnings } = battle.after.get(name)!.result.runs[0]!;
      expect(putBack).toContainEqual(expect.stringContaining(path!));
      expect(warnings).toEqual([]);
    });

    holdsAfterwards(() => battle);
  });

  describe("a suite that declares nothing", () => {
    let battle: Battle;
    beforeAll(async () => {
      battle = await fight({ honest, ...undeclared, ...closing }, {}, choice);
    });

    test("honest work passes, without a warning", () => {
      const { result } = battle.after.get("honest")!;
      expect(result).toMatchObject({ pass: true, runs: [{ warnings: [], putBack: [] }] });
    });

    test.each(Object.keys(undeclared))("%s: no pass, and nothing left alive", (name) => {
      const { result, alive } = battle.after.get(name)!;
      expect(result).toMatchObject({ pass: false, outcome: "failed" });
      expect(result.expectations[0]!.pass).not.toBe(true);
      expect(alive).toEqual([]);
    });

    test.each(Object.entries(declaredOnly))("%s is named in a warning", (name, { named }) => {
      const { warnings } = battle.after.get(name)!.result.runs[0]!;
      expect(warnings.join("\n")).toContain(named);
      expect(warnings.join("\n")).toContain("Declare them in protect or hidden to be sure.");
    });

    holdsAfterwards(() => battle);
  });

  describe("links that the grader must not follow", () => {
    let battle: Battle;
    const copied = () => "echo root: > leak";
    beforeAll(async () => {
      battle = await fight({ copied, ...leaks }, {}, choice, ["file:leak contains 'root:'"]);
    });

    test("a file of one's own is read", () => {
      expect(battle.after.get("copied")!.result.pass).toBe(true);
    });

    test.each(Object.keys(leaks))("%s: no pass", (name) => {
      expect(battle.after.get(name)!.result).toMatchObject({ pass: false, outcome: "failed" });
    });
  });

  describe("attacks on the machine, the harness and its secrets", () => {
    let battle: Battle;
    beforeAll(async () => {
      battle = await fight({ ...hostile, honest }, declaration, choice);
    });

    test("honest work passes beside all of them", () => {
      expect(battle.after.get("honest")!.result.pass).toBe(true);
    });

    test.each(Object.keys(hostile))("%s: a result, no pass, and nothing left alive", (name) => {
      const { result, alive } = battle.after.get(name)!;
      expect(result.pass).toBe(false);
      expect(["failed", "errored", "timed-out", "over-budget"]).toContain(result.outcome);
      expect(result.expectations).toHaveLength(2);
      expect(alive).toEqual([]);
    });

    test.each([
      ["endless loop", "timed-out"],
      ["deaf to signals", "timed-out"],
      ["flood of output", "errored"],
      ["memory hog", "errored"],
      ["usage beyond all", "failed"],
    ])("%s: %s", (name, outcome) => {
      expect(battle.after.get(name)!.result.outcome).toBe(outcome);
    });

    test.each(Object.keys(hostile).filter((name) => name.startsWith("usage ")))(
      "%s: the cost is unknown, and that is said",
      (name) => {
        const { cost, runs } = battle.after.get(name)!.result;
        expect({ cost, warnings: runs[0]!.warnings }).toEqual({
          cost: null,
          warnings: [expect.stringContaining("unknown")],
        });
      },
    );

    holdsAfterwards(() => battle);
  });
}
