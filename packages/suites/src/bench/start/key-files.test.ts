import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyFileTest } from "./key-files.ts";

const key = `sk-ant-api03-${"a1B2".repeat(20)}`;
const privateKey = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n";
const url = "url = https://";

const holds = (name: string, text: string) => {
  const folder = mkdtempSync(join(tmpdir(), "key-files-"));
  try {
    writeFileSync(join(folder, name), text);
    return keyFileTest()(folder, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test.each([
  [".env", `ANTHROPIC_API_KEY=${key}`],
  [".env.local", "export DB_PASSWORD='correct horse'"],
  ["prod.env", `X=${key}`],
  [".env.example", `ANTHROPIC_API_KEY=${key}`],
  [".npmrc", `//registry.npmjs.org/:_authToken=npm_${"a1B2".repeat(9)}`],
  [".npmrc", "//npm.example.com/:_authToken=0a1b2c3d"],
  [".netrc", "machine a login b password c"],
  ["server.pem", privateKey],
  ["id_ed25519", privateKey],
  ["service-account.json", JSON.stringify({ private_key: privateKey })],
  ["config", `[remote "origin"]\n\t${url}me:s3cret@example.com/a.git`],
  ["config", '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic eC1hY2Nlc3M6Z2hz'],
  ["release.p12", "0"],
])("%s with a key in it is seen: %s", (name, text) => {
  expect(holds(name, text)).toBe(true);
});

test.each([
  [".env", "PORT=3000\nAPI_KEY=\nTOKEN=$OTHER_TOKEN_ELSEWHERE"],
  [".env.example", "API_KEY=your-key-goes-here"],
  [".npmrc", `save-exact=true\n//registry.npmjs.org/:_authToken=\${NPM_TOKEN}`],
  ["server.pem", "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n"],
  ["config", `[remote "origin"]\n\t${url}example.com/a.git`],
  ["redact.test.ts", `const key = "${key}";`],
])("%s without one, or a source, is not: %s", (name, text) => {
  expect(holds(name, text)).toBe(false);
});

test("what cannot be read holds nothing", () => {
  expect(keyFileTest()("/nowhere", ".env")).toBe(false);
});

test("a file of empty lines is looked at in time", () => {
  const started = performance.now();
  expect(holds(".npmrc", "\n".repeat(256 * 1_024))).toBe(false);
  // Milliseconds when the time grows with the length, minutes when it grows with its square.
  expect(performance.now() - started).toBeLessThan(5_000);
});
