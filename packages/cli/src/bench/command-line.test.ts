import { expect, test } from "vitest";
import { commandLine } from "./command-line.ts";

const without = { plain: ["--resume"], withValue: ["--budget"] };

test("what was typed can be typed again, without what changes", () => {
  const args = ["bench", "a b.json", "--budget", "2", "--agent", "command:it's", "--resume", "--budget=3"];
  expect(commandLine(args, without)).toBe(`x bench 'a b.json' --agent 'command:it'\\''s'`);
});

test("what stands behind -- is named so that flags can follow it", () => {
  const args = ["bench", "--agent", "noop", "--", "a.json", "--resume", "-b.json"];
  expect(commandLine(args, without, {})).toBe("x bench --agent noop a.json ./--resume ./-b.json");
});

test("it begins as it was started", () => {
  const env = { npm_lifecycle_event: "x", npm_package_json: `${process.cwd()}/package.json` };
  expect(commandLine(["bench", "a.json"], without, env)).toBe("npm run x -- bench a.json");
});

test("passwords of databases are not shown", () => {
  const args = ["bench", "a.json", "--on", "postgres://me:s3cret@db/x", "--queue=redis://:s3cret@q"];
  expect(commandLine(args, without, {})).toBe(
    "x bench a.json --on 'postgres://me:***@db/x' '--queue=redis://:***@q'",
  );
});
