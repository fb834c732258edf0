import { expect, test } from "vitest";
import { commandAgain } from "./again.ts";

const again = (typed: string[], env: NodeJS.ProcessEnv = {}) =>
  commandAgain(
    { argv: ["node", "x", ...typed], env },
    { without: ["--max-cost", "--resume"], add: ["--max-cost", "3", "--resume"] },
  );

test("every flag is kept but the one that changes", () => {
  expect(again(["compare", "b.ts", "--runs", "2", "--max-cost", "1", "--patterns", "a,b"])).toBe(
    "x compare b.ts --runs 2 --patterns a,b --max-cost 3 --resume",
  );
  expect(again(["compare", "b.ts", "--max-cost=1", "--resume", "--category", "x"])).toBe(
    "x compare b.ts --category x --max-cost 3 --resume",
  );
});

test("a flag that changes is left out however it was spelled", () => {
  expect(again(["compare", "b.ts", "--maxCost", "1"])).toBe("x compare b.ts --max-cost 3 --resume");
  expect(again(["compare", "b.ts", "--maxCost=1"])).toBe("x compare b.ts --max-cost 3 --resume");
});

test("what stands behind -- is named so that flags can follow it", () => {
  expect(again(["compare", "--runs", "2", "--", "-b.ts"])).toBe(
    "x compare --runs 2 ./-b.ts --max-cost 3 --resume",
  );
  expect(again(["bench", "--", "a.json", "--resume"])).toBe(
    "x bench a.json ./--resume --max-cost 3 --resume",
  );
});

test("words that a shell would change are quoted", () => {
  expect(again(["bench", "my suite.json", "--agent", "command:echo 'hi'"])).toBe(
    `x bench 'my suite.json' --agent 'command:echo '\\''hi'\\''' --max-cost 3 --resume`,
  );
});

test("inside the repository it starts with npm", () => {
  expect(again(["compare", "b.ts"], { npm_lifecycle_event: "x" })).toBe(
    "npm run x -- compare b.ts --max-cost 3 --resume",
  );
});

test("passwords of databases are not shown", () => {
  const url = "postgres://me:s3cret@db/x";
  expect(again(["compare", "b.ts", "--on", url, "--store", url], { X_STORE: url })).toBe(
    'x compare b.ts --on "$X_STORE" --store "$X_STORE" --max-cost 3 --resume',
  );
  expect(again(["compare", "b.ts", "--on", url])).not.toContain("s3cret");
});
