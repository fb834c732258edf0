/** Any visible character outside ASCII: it may look like a bracket, a slash or a letter, in some font. */
const alike = "\uFFFF";
/** A character that shows nothing by itself. */
const unseen = "\uFFFE";

/** Whatever in a text could be taken for one of the tags of a request. */
export interface Imitations {
  /** The text with the bracket of every tag that is not ours written `&lt;`; everything else stays as it is. */
  escape(text: string): string;
  /** Is there something that could pass for such a tag without having a real bracket? */
  disguised(text: string): boolean;
}

/**
 * Finds imitations of tags with these names, or with other numbers in them. It knows no list of look-alikes: every
 * character outside ASCII is taken to look like whatever would complete a tag, and whatever shows nothing is
 * overlooked, as a reader would.
 */
export function imitationsOf(names: readonly string[]): Imitations {
  const kinds = new Set(names.map((each) => each.replaceAll(/[0-9]+/g, "0")));
  const name = Array.from(kinds, (kind) => Array.from(kind, letter).join(`${unseen}*`)).join("|");
  const rest = `[\\s${unseen}]*(?:[/\\\\${alike}][\\s${unseen}]*){0,4}(?:${name})${unseen}*(?![a-z0-9_-])`;
  const real = new RegExp(`<(?=${rest})`, "gi");
  const fake = new RegExp(`${alike}${rest}`, "i");
  return {
    escape(text) {
      if (!text.includes("<")) return text;
      let escaped = "";
      let done = 0;
      for (const { index } of outlineOf(text).matchAll(real)) {
        escaped += `${text.slice(done, index)}&lt;`;
        done = index + 1;
      }
      return escaped + text.slice(done);
    },
    disguised: (text) => fake.test(outlineOf(text)),
  };
}

function letter(character: string): string {
  if (character === "0") return `[0-9${alike}]+`;
  const own = /\w/.test(character) ? character : `\\${character}`;
  return `[${own}${alike}]`;
}

const outsideAscii = /[^\t\n\f\r -~]/gu;
const blank = /^[\p{Z}\u2800]$/u;
const hidden = /^[\p{Default_Ignorable_Code_Point}\p{M}\p{Cc}\p{Cf}]$/u;

/** The text as far as a reader can tell for certain, each part in its place. */
function outlineOf(text: string): string {
  return text.replaceAll(outsideAscii, (character) => {
    if (blank.test(character)) return " ".repeat(character.length);
    const seen = hidden.test(character) ? unseen : alike;
    return seen.padEnd(character.length, unseen);
  });
}
