import { expect, test } from "vitest";
import { isPostgresUrl, parseAddress } from "./address.ts";

test("an address is told from a folder", () => {
  for (const url of ["postgres://h/d", "postgresql://h/d", "POSTGRES://h/d"])
    expect(isPostgresUrl(url)).toBe(true);
  for (const folder of ["postgres", "./postgres:", "/a/postgres://", "C:\\x", "https://h"])
    expect(isPostgresUrl(folder)).toBe(false);
});

test("what is shown holds host, port and database only; the schema does not reach the driver", () => {
  const address = parseAddress(
    "postgres://me:p%40ss@db.example:6543/my%20runs?schema=team_a&sslmode=verify-full",
  );
  expect(address).toEqual({
    connectionString: "postgres://me:p%40ss@db.example:6543/my%20runs?sslmode=verify-full",
    shown: "postgres://db.example:6543/my runs",
    database: "my runs",
    schema: "team_a",
    secrets: ["p%40ss", "p@ss"],
  });
  expect(parseAddress("postgres:///runs?host=/run/postgresql&password=abc")).toMatchObject({
    shown: "postgres:///run/postgresql/runs",
    schema: "x_records",
    secrets: ["abc", "abc"],
  });
});

test("a schema that needs quotes, or holds them, is refused", () => {
  for (const schema of ["A", "a-b", 'a"b', "", "1a", "a".repeat(64)])
    expect(() => parseAddress(`postgres://h/d?schema=${encodeURIComponent(schema)}`)).toThrow(/schema/);
});
