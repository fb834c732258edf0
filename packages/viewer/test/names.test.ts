import { expect, test } from "vitest";
import { nameText } from "../page/parts/format.ts";
import { shownSentence } from "../page/parts/isolate.ts";

const [arabic, hebrew] = ["مقارنة الأنماط", "שלום (1)"];
const apart = (name: string) => `\u2068${name}\u2069`;

test("a name that is written from right to left turns nothing around it", () => {
  expect(nameText(arabic)).toBe(apart(arabic));
  expect(nameText("supervisor")).toBe("supervisor");
  expect(nameText("Größe 大小 🚀")).toBe("Größe 大小 🚀");
});

test("nor do names in a sentence, each for itself, whatever signs are in them", () => {
  const names = ["שלום", hebrew, arabic, "solo"];
  expect(shownSentence(`nothing beats ${hebrew}; ${arabic}, solo and שלום are dominated.`, names)).toBe(
    `nothing beats ${apart(hebrew)}; ${apart(arabic)}, solo and ${apart("שלום")} are dominated.`,
  );
  expect(shownSentence("nothing beats solo", names)).toBe("nothing beats solo");
});
