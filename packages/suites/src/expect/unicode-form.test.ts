import { expect, test } from "vitest";
import { formOf, inOtherForm } from "./unicode-form.ts";

const [nfc, nfd] = ["caf\u00e9", "cafe\u0301"];

test("what only looks the same is found, and what is the same is not", () => {
  expect(inOtherForm(nfc, ["cafe", nfd])).toBe(nfd);
  expect(inOtherForm(nfd, [nfc])).toBe(nfc);
  expect(inOtherForm(nfc, [nfc, "cafe"])).toBeUndefined();
});

test("forms have their names", () => {
  expect([nfc, nfd, nfc + nfd].map(formOf)).toEqual(["NFC", "NFD", "neither NFC nor NFD"]);
});
