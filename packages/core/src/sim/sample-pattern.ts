import { matches } from "./fits-json-schema.ts";

/**
 * A text that a regular expression matches, or undefined when it uses what is not known here (look-around,
 * back-references, properties of characters). Repetitions without end come to at most `stretch` more than they must.
 */
export function samplePattern(source: string, random: () => number, stretch = 2): string | undefined {
  try {
    const text = new Parser(source).parse()(random, stretch);
    return matches(source, text) ? text : undefined;
  } catch {
    return undefined;
  }
}

type Piece = (random: () => number, stretch: number) => string;

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const word = `${lower}${lower.toUpperCase()}${digits}_`;
const printable = `${word} !"#$%&'()*+,-./:;<=>?@[\\]^\`{|}~`;
const shorthand: Record<string, string> = {
  d: digits,
  w: word,
  s: " ",
  D: lower,
  W: "-",
  S: word,
};
const control: Record<string, string> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", "0": "\0" };

const from = (chars: string): Piece => {
  if (chars === "") throw new SyntaxError("no character is allowed here");
  const list = Array.from(chars);
  return (random) => list[Math.floor(random() * list.length)]!;
};
const nothing: Piece = () => "";

class Parser {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): Piece {
    const piece = this.#alternatives();
    if (this.#at < this.#source.length) throw new SyntaxError("unexpected end of group");
    return piece;
  }

  #alternatives(): Piece {
    const branches = [this.#sequence()];
    while (this.#take("|")) branches.push(this.#sequence());
    return (random, stretch) => branches[Math.floor(random() * branches.length)]!(random, stretch);
  }

  #sequence(): Piece {
    const pieces: Piece[] = [];
    while (this.#at < this.#source.length && !"|)".includes(this.#source[this.#at]!)) {
      pieces.push(this.#repeated(this.#atom()));
    }
    return (random, stretch) => pieces.map((piece) => piece(random, stretch)).join("");
  }

  #repeated(piece: Piece): Piece {
    const match = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??/.exec(this.#source.slice(this.#at));
    if (!match) return piece;
    this.#at += match[0].length;
    const [, sign, low, comma, high] = match;
    const min = sign ? (sign === "+" ? 1 : 0) : Number(low);
    const max = sign === "?" ? 1 : comma && high !== "" ? Number(high) : comma || sign ? undefined : min;
    return (random, stretch) => {
      const most = max ?? min + stretch;
      const times = min + Math.floor(random() * (Math.min(most, min + stretch) - min + 1));
      return Array.from({ length: times }, () => piece(random, stretch)).join("");
    };
  }

  #atom(): Piece {
    const char = this.#next();
    if (char === "^" || char === "$") return nothing;
    if (char === ".") return from(lower);
    if (char === "[") return this.#class();
    if (char === "(") return this.#group();
    if (char === "\\") {
      if (this.#take("b") || this.#take("B")) return nothing;
      return from(this.#escaped());
    }
    return () => char;
  }

  #group(): Piece {
    if (this.#take("?")) {
      if (!this.#take(":")) {
        const name = /^<[A-Za-z_]\w*>/.exec(this.#source.slice(this.#at));
        if (!name) throw new SyntaxError("look-around");
        this.#at += name[0].length;
      }
    }
    const piece = this.#alternatives();
    if (!this.#take(")")) throw new SyntaxError("group without end");
    return piece;
  }

  #class(): Piece {
    const negated = this.#take("^");
    let chars = "";
    while (!this.#take("]")) {
      const first = this.#classChar();
      const ranged = this.#source[this.#at] === "-" && this.#source[this.#at + 1] !== "]";
      if (!ranged || first.length > 1) {
        chars += first;
        continue;
      }
      this.#at += 1;
      const last = this.#classChar();
      for (let code = first.codePointAt(0)!; code <= last.codePointAt(0)!; code++) {
        chars += String.fromCodePoint(code);
        if (chars.length > 2000) break;
      }
    }
    return from(
      negated ? Array.from(printable, (char) => (chars.includes(char) ? "" : char)).join("") : chars,
    );
  }

  #classChar(): string {
    const char = this.#next();
    return char === "\\" ? this.#escaped() : char;
  }

  /** The characters that an escape stands for; the backslash is behind us. */
  #escaped(): string {
    const char = this.#next();
    if (char === "u" || char === "x") {
      const code = /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4})|([0-9a-fA-F]{2}))/.exec(
        this.#source.slice(this.#at),
      );
      if (!code) throw new SyntaxError("escape without digits");
      this.#at += code[0].length;
      return String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16));
    }
    if (/[pPk1-9]/.test(char)) throw new SyntaxError("not known here");
    return shorthand[char] ?? control[char] ?? char;
  }

  #next(): string {
    const code = this.#source.codePointAt(this.#at);
    if (code === undefined) throw new SyntaxError("unexpected end");
    const char = String.fromCodePoint(code);
    this.#at += char.length;
    return char;
  }

  #take(char: string): boolean {
    if (this.#source[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }
}
