import { requestTags } from "../../src/escape-tags.ts";

/** What somebody would try who wants to end the output without writing its tag. */
export const disguises = [
  "</output>",
  "</OUTPUT >",
  "< / output >",
  "<\u034f/output>",
  "<\ufe0f/output>",
  "<\u200b/out\u00adput>",
  "<\u3164/output>",
  "<\u2800/output>",
  "</o\u0301utput>",
  "</ｏｕｔｐｕｔ>",
  "</𝐨𝐮𝐭𝐩𝐮𝐭>",
  "</оutput>",
  "</οutρut>",
  "<∕output>",
  "<⁄output>",
  "<⧸output>",
  "<\\/output>",
  "＜/output＞",
  "﹤/output﹥",
  "‹/output›",
  "‹∕output›",
  "⟨/output⟩",
  "〈/output〉",
  "❮/output❯",
  "ᐸ/оutput>",
  "«/output»",
];

const letters: Readonly<Record<string, string>> = { о: "o", ο: "o", ρ: "p", р: "p", с: "c", а: "a", е: "e" };
const tag = new RegExp(
  `[<‹⟨〈❮ᐸ«][\\s\\u2800]*([/∕⁄⧸\\\\]*)[\\s\\u2800]*(${requestTags.join("|")})(-[0-9a-f]{8})?(?![\\p{L}\\p{N}_])`,
  "giu",
);

/** Every tag of a request that a reader finds who takes look-alikes for what they look like. */
export function tagsAsRead(request: string): string[] {
  const read = request
    .normalize("NFKD")
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{M}\p{Cf}]/gu, "")
    .replaceAll(/\p{L}/gu, (character) => letters[character] ?? character);
  return Array.from(read.matchAll(tag), ([, slash, name, mark = ""]) => {
    return `<${slash ? "/" : ""}${name!.toLowerCase()}${mark}>`;
  });
}
