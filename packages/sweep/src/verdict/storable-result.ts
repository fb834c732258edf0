import type { Artifact, Json, JsonObject } from "@flow-state-dev/records";

/** What an attempt left behind, in a form that can be kept. */
export interface StorableResult {
  evidence: JsonObject;
  artifacts: readonly Artifact[];
  /** What could not be kept as it was, such as `a BigInt`; each once. */
  problems: ReadonlySet<string>;
}

/** Evidence that is nested deeper is cut off there. */
const deepest = 100;

/**
 * Evidence and artifacts as they can be kept: everything as it was, except what JSON or a file cannot hold. In its
 * place stands a sentence that says what it was. An artifact whose name is taken or missing gets another. Never throws.
 */
export function storableResult(evidence: unknown, artifacts: unknown): StorableResult {
  const problems = new Set<string>();
  const plain = new PlainJson(problems).read(evidence ?? {});
  const isObject = typeof plain === "object" && plain !== null && !Array.isArray(plain);
  if (!isObject) problems.add("evidence that is no object");
  return {
    evidence: isObject ? (plain as JsonObject) : { evidence: plain ?? notKept("it is no object") },
    artifacts: storableArtifacts(artifacts ?? [], problems),
    problems,
  };
}

/** Makes plain data of anything, in the way of `JSON.stringify` where that works. */
class PlainJson {
  readonly #problems: Set<string>;
  readonly #above = new Set<object>();

  constructor(problems: Set<string>) {
    this.#problems = problems;
  }

  /** Undefined for what JSON leaves out. */
  read(value: unknown): Json | undefined {
    try {
      switch (typeof value) {
        case "string":
        case "boolean":
          return value;
        case "number":
          return Number.isFinite(value) ? value : null;
        case "bigint":
          return this.#replace("a BigInt", ` (${String(value).slice(0, 100)})`);
        case "object":
          return value === null ? null : this.#readObject(value);
        default:
          return undefined;
      }
    } catch {
      return this.#replace("something that cannot be read");
    }
  }

  #readObject(value: object): Json | undefined {
    if (this.#above.has(value)) return this.#replace("something that holds itself");
    if (this.#above.size >= deepest) return this.#replace(`something nested deeper than ${deepest} levels`);
    this.#above.add(value);
    try {
      if ("toJSON" in value && typeof value.toJSON === "function") return this.read(value.toJSON());
      if (Array.isArray(value)) return Array.from(value, (item) => this.read(item) ?? null);
      const members: [string, Json][] = [];
      for (const key of Object.keys(value)) {
        const member = this.#readMember(value, key);
        if (member !== undefined) members.push([key, member]);
      }
      return Object.fromEntries(members);
    } finally {
      this.#above.delete(value);
    }
  }

  #readMember(value: object, key: string): Json | undefined {
    let member: unknown;
    try {
      member = value[key as keyof typeof value];
    } catch {
      return this.#replace("something that cannot be read");
    }
    return this.read(member);
  }

  #replace(what: string, details = ""): string {
    this.#problems.add(what);
    return notKept(what + details);
  }
}

function storableArtifacts(artifacts: unknown, problems: Set<string>): Artifact[] {
  const made: Artifact[] = [];
  const names = new Set<string>();
  try {
    for (const [index, artifact] of [...(artifacts as Iterable<unknown>)].entries()) {
      const { name, mediaType, content } = readArtifact(artifact, problems);
      const wanted = name ?? `artifact ${index + 1}`;
      if (name === undefined) problems.add("an artifact without a name");
      let free = wanted;
      for (let n = 2; names.has(free); n += 1) free = `${wanted} (${n})`;
      if (free !== wanted) problems.add("artifacts of the same name");
      names.add(free);
      made.push({ name: free, mediaType, content });
    }
  } catch {
    problems.add("artifacts that are no list");
  }
  return made;
}

type ReadArtifact = Omit<Artifact, "name"> & { name: string | undefined };

function readArtifact(artifact: unknown, problems: Set<string>): ReadArtifact {
  const what = "an artifact that is neither text nor bytes";
  const text = "text/plain";
  let named: string | undefined;
  try {
    const { name, mediaType, content } = artifact as Record<string, unknown>;
    if (typeof name === "string") named = name;
    const plain = toContent(content);
    if (plain !== undefined) {
      const type = typeof plain === "string" ? text : "application/octet-stream";
      return { name: named, mediaType: typeof mediaType === "string" ? mediaType : type, content: plain };
    }
  } catch {
    // Then it is none that can be read.
  }
  problems.add(what);
  return { name: named, mediaType: text, content: notKept(what) };
}

function toContent(content: unknown): string | Uint8Array | undefined {
  if (typeof content === "string" || content instanceof Uint8Array) return content;
  if (ArrayBuffer.isView(content)) {
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  }
  return content instanceof ArrayBuffer ? new Uint8Array(content) : undefined;
}

function notKept(what: string): string {
  return `[not kept: ${what}]`;
}
