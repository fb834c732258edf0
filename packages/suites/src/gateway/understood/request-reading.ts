import { type Json, listOf, numberIn, objectOf } from "../wires/json.ts";

/** The most tokens an image is taken for: providers scale images down, and the dearest bills under five thousand. */
const imageTokens = 8_192;
/** For an image behind an address or an id, which may be a large one that is not scaled down: a generous guess. */
const distantImageTokens = 65_536;

/**
 * What is in a request beside plain text, read at the places where the wire documents it and nowhere else: whatever
 * only looks like a file is text, by its bytes.
 */
export class RequestReading {
  /** Bytes of files, which are no text. */
  fileBytes = 0;
  /** The most tokens that files can come to. */
  fileTokens = 0;
  messages = 0;
  tools = 0;
  /**
   * Fields by which the provider would fetch, find or bill what is not in the bytes, or that nobody here knows; each as
   * a reader of the request would name it.
   */
  readonly unseen: string[] = [];

  /** Notes every field that is not known. `where` is what the names stand behind, such as `generationConfig.`. */
  known(object: Json, names: ReadonlySet<string>, where = ""): void {
    for (const name in object) {
      // What is off, or not there, does nothing.
      const isOff = object[name] == null || object[name] === false;
      if (!isOff && !names.has(name)) this.unseen.push(`${where}${name}`);
    }
  }

  /** Notes a number that is none; one that is written as a text is one. */
  number(value: unknown, name: string): void {
    if (value != null && numberIn(value) === undefined) this.unseen.push(name);
  }

  /** A file whose bytes are in the request. */
  file(type: unknown, bytes: number): void {
    const isImage = typeof type === "string" && type.startsWith("image/");
    this.fileBytes += bytes;
    // Compressed text and short pages hold more tokens than bytes; four to one leaves room for both.
    this.fileTokens += isImage ? imageTokens : imageTokens + 4 * bytes;
  }

  /** An image or a file by its address: in the request as `data:`, or elsewhere. */
  address(address: unknown, name: string, isImage: boolean): void {
    if (typeof address !== "string") return;
    if (address.startsWith("data:")) this.file(address.slice(5, 40), address.length);
    else if (isImage) this.fileTokens += distantImageTokens;
    else this.unseen.push(name);
  }

  /** The objects of a list, one after the other; a text in its place has none. */
  each(list: unknown, read: (item: Json) => void): void {
    for (const item of itemsOf(list)) read(objectOf(item));
  }
}

/** The items of a list; some providers take one alone for a list of one. */
export function itemsOf(list: unknown): unknown[] {
  return typeof list === "object" && list !== null && !Array.isArray(list) ? [list] : listOf(list);
}
