import { describe, expect, test } from "vitest";
import { createRedactor, redacted } from "./redact.ts";

const none = createRedactor({ env: {} });
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,1F\n\n${"MIIEpAIBAAKCAQEA1234+/=\n".repeat(20)}-----END ${kind}PRIVATE KEY-----`;

describe("keys by their shape", () => {
  test.each([
    "sk-proj-abcdefghij1234567890ABCDEFGHIJ",
    "sk-ant-api03-AbCdEf0123456789-_AbCdEf0123456789",
    "sk-or-v1-0123456789abcdef0123456789abcdef",
    `AIza${"SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"}`,
    `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`,
    `gho_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`,
    `github_pat_${"11ABCDEFG0a1b2c3d4e5f6_a1B2c3D4e5F6g7H8i9J0"}`,
    "glpat-aBcDeFgHiJkLmNoPqRsT",
    "xoxb-123456789012-abcdefABCDEF",
    "AKIAIOSFODNN7EXAMPLE",
    `hf_${"abcdefghijklmnopqrstuvwxyzABCDEFGH"}`,
    `gsk_${"abcdefghijklmnopqrst1234"}`,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    pem(""),
    pem("RSA "),
    pem("OPENSSH "),
  ])("%s", (key) => {
    expect(none.text(key)).toBe(redacted);
    expect(none.text(`before "${key}" after`)).toBe(`before "${redacted}" after`);
    expect(none.text(`key=${key}\nkey=${key}\n`)).toBe(`key=${redacted}\nkey=${redacted}\n`);
  });

  test.each([
    '{"out":"cat key.txt\\nKEY"}',
    '{"out":"a\\tKEY"}',
    "?q=%22KEY%22",
    "%20KEY",
    "\\u0022KEY",
    "\u001b[32mKEY\u001b[0m",
    "nKEY",
  ])("whatever stands before it: %j", (around) => {
    const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";
    for (const key of ["sk-ant-api03-AbCdEf0123456789-_AbCdEf0123456789", "hf_abcdefghijklmnopqrst", jwt]) {
      const cleaned = createRedactor({ env: {} }).text(around.replace("KEY", key));
      expect(cleaned).not.toContain(key.slice(8, 30));
      expect(cleaned).toContain("[redacted]");
    }
  });

  test.each([
    [
      "twice",
      "a eyJhbGciOiJI.eyJzdWIiOiIx.c2ln b eyJhbGciOiJI.eyJzdWIiOiIx.c2ln",
      "a [redacted] b [redacted]",
    ],
    ["with a beginning in its first part", `eyJ${"eyJhbGci".repeat(50)}.eyJzdWIiOiIx.c2ln`, "[redacted]"],
    [
      "behind a long word",
      `${"x".repeat(3_000)}/eyJhbGciOiJI.eyJzdWIiOiIx.`,
      `${"x".repeat(3_000)}/[redacted]`,
    ],
    ["without a signature", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "[redacted]"],
  ])("a whole token, %s", (_, text, clean) => {
    expect(createRedactor({ env: {} }).text(text)).toBe(clean);
  });

  test.each([
    "x-api-key: 0123456789abcdef0123",
    '{"apiKey":"0123456789abcdef0123"}',
    "/v1?api_key=0123456789abcdef0123",
    "sk_live_0123456789abcdefABCD",
    "nvapi-0123456789abcdefABCD0",
    "sk-abcdefghijklmnopqrstuvwxyz",
  ])("%s", (text) => {
    expect(createRedactor({ env: {} }).text(text)).not.toMatch(/0123456789|abcdefghijkl/);
  });

  test.each([
    "sk-learn-random-forest-v2",
    "task-force-2030-planning-document",
    "apiKey: process.env.MY_VARIABLE",
  ])("%s is no key", (text) => {
    expect(createRedactor({ env: {} }).text(text)).toBe(text);
  });

  test.each(["ANTHROPIC_KEY", "AZURE_API_KEY_1", "OPENAI_KEYS"])(
    "the value of %s, encoded or not",
    (name) => {
      const value = "q9w8e7r6t5y4u3i2";
      const redactor = createRedactor({ env: { [name]: value } });
      for (const encoding of ["utf8", "base64", "hex"] as const) {
        const shown = Buffer.from(value).toString(encoding);
        expect(redactor.text(`a ${shown} b`)).toBe("a [redacted] b");
      }
    },
  );

  test("a private key that was cut off", () => {
    expect(none.text(`x ${pem("EC ").slice(0, 200)}`)).toBe(`x ${redacted}`);
  });

  test("bearer tokens and other credentials keep what stands before them", () => {
    expect(none.text("Authorization: Bearer abc123def456ghi")).toBe(`Authorization: Bearer ${redacted}`);
    expect(none.text('{"authorization":"bearer opaqueTokenWithoutDigitsAtAll"}')).toBe(
      `{"authorization":"bearer ${redacted}"}`,
    );
    expect(none.text("authorization: Basic dXNlcjpwYXNzd29yZA==")).toBe(`authorization: Basic ${redacted}`);
    expect(none.text("postgres://me:hunter2@db.example/x and redis://:s3cret@h")).toBe(
      `postgres://${redacted}@db.example/x and redis://${redacted}@h`,
    );
  });

  test.each([
    "",
    "sk-learn-pipelines-and-more-words",
    "the risk-management-strategy-of-2030-and-beyond",
    "a bearer of bad news, bearer securities",
    "https://example.com:8080/path?x=1@2",
    "git@github.com:owner/name.git",
    "mailto:someone@example.com",
    "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
    "0123456789abcdef0123456789abcdef01234567",
    "7d444840-9dc0-11d1-b245-5ffdce74fad2",
    "eyJ is how a token begins",
  ])("%j is no secret", (text) => {
    expect(none.text(text)).toBe(text);
  });
});

describe("values of key variables", () => {
  const env = {
    OPENAI_API_KEY: "plain-looking-value",
    MY_SERVICE_TOKEN: "tok.en+with(regex)chars$",
    db_password: 'quo"te\\and\nbreak',
    CLIENT_SECRET: "short",
    AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMIbPxRfiCYEXAMPLEKEY",
    DATABASE_URL: "postgres://user:longpassword@host/db",
    EDITOR: "plain-editor",
    LONGER_TOKEN: "plain-looking-value-and-more",
    UNSET_TOKEN: undefined,
  };
  const redactor = createRedactor({ env });

  test("are taken out, in the forms in which they turn up", () => {
    for (const secret of [
      env.OPENAI_API_KEY,
      env.MY_SERVICE_TOKEN,
      env.db_password,
      env.AWS_SECRET_ACCESS_KEY,
      "longpassword",
      encodeURIComponent(env.MY_SERVICE_TOKEN),
      JSON.stringify(env.db_password).slice(1, -1),
    ])
      expect(redactor.text(`a ${secret}, b${secret}`)).toBe(`a ${redacted}, b${redacted}`);
  });

  const words = "correct-horse-battery-staple";
  test.each([
    ["sk-litellm-team-prod-2026", "the key is <>."],
    ["sk-short-key-1", "the key is <>, really"],
    [words, "api_key=<>"],
    [words, '{"apiKey": "<>"}'],
    [words, "OPENAI_API_KEY=<>&more"],
    [words, "sk-and-then-the-words-<>"],
    ["a/key+of@words", "sk-and-more-words-in-front-<>"],
    ["abc123def!after-that", "Bearer <>"],
  ])("are taken out though they look like words, whatever stands before them: %s in %s", (key, around) => {
    const known = createRedactor({ env: { OPENAI_API_KEY: key } });
    expect(known.text(around.replace("<>", key))).toBe(around.replace("<>", redacted));
  });

  test("any number of them", () => {
    const known = createRedactor({ env: { MY_TOKEN: "plain-looking" } });
    expect(known.text("plain-looking,".repeat(300_000))).toBe(`${redacted},`.repeat(300_000));
  });

  test("what stands for them is not one", () => {
    expect(createRedactor({ env: { MY_TOKEN: "redacted" } }).text(redacted)).toBe(redacted);
  });

  test("the longer of two that begin alike goes whole", () => {
    expect(redactor.text(env.LONGER_TOKEN)).toBe(redacted);
  });

  test("short values and other variables stay", () => {
    expect(redactor.text("short plain-editor")).toBe("short plain-editor");
  });

  test("those of this process are the default", () => {
    process.env.REDACT_TEST_TOKEN = "value-of-the-test-variable";
    try {
      expect(createRedactor().text("x value-of-the-test-variable")).toBe(`x ${redacted}`);
    } finally {
      delete process.env.REDACT_TEST_TOKEN;
    }
  });
});

describe("values other than text", () => {
  const secret = "sk-proj-abcdefghij1234567890";

  test("objects are cleaned deep, keys included, and nothing is lost when keys become the same", () => {
    const value = { a: [1, null, { b: `x ${secret}` }], [secret]: 1, [`${secret}2`]: true, c: "clean" };
    expect(none.json(value)).toEqual({
      a: [1, null, { b: `x ${redacted}` }],
      [redacted]: 1,
      [`${redacted} 2`]: true,
      c: "clean",
    });
    expect(value.a[2]).toEqual({ b: `x ${secret}` });
  });

  test("a key alone is enough", () => {
    expect(none.json({ deep: [{ [secret]: 1 }] })).toEqual({ deep: [{ [redacted]: 1 }] });
  });

  test("what has nothing to hide is given back as it is", () => {
    const value = { a: [1, { b: "text" }] };
    expect(none.json(value)).toBe(value);
    const bytes = new Uint8Array([0xff, 0, 1]);
    expect(none.bytes(bytes)).toBe(bytes);
  });

  test("what is nested too deep, or without end, is refused", () => {
    const deep = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
    expect(none.json(deep(256))).toEqual(deep(256));
    const loop: Record<string, unknown> = {};
    loop.a = loop;
    loop.b = loop;
    const endless = { toJSON: () => endless };
    for (const value of [deep(257), deep(50_000), loop, endless])
      expect(() => none.json(value)).toThrow(expect.objectContaining({ code: "invalid-record" }));
  });

  test("bytes are cleaned, be they text or not", () => {
    const text = new TextEncoder().encode(`ü ${secret} ü`);
    expect(new TextDecoder().decode(none.bytes(text))).toBe(`ü ${redacted} ü`);
    const binary = new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode(` ${secret} `), 0xff]);
    expect(none.bytes(binary)).toEqual(
      new Uint8Array([0xff, 0xfe, ...new TextEncoder().encode(` ${redacted} `), 0xff]),
    );
  });
});

describe("hostile text takes linear time", () => {
  const long = (piece: string) => piece.repeat(Math.ceil(250_000 / piece.length));
  test.each(
    [
      "a",
      " ",
      "sk-",
      "sk-a",
      "eyJ",
      "eyJaaaaaaaa.",
      "eyJaaaaaaaa.eyJ",
      "eyJaaaaaaaa ",
      "-----BEGIN PRIVATE KEY-----",
      "-----BEGIN ",
      "-----",
      "-",
      "://",
      "://a:",
      "://a",
      ":",
      "Bearer ",
      "Bearer a",
      "bearer",
      "github_pat_",
      "ghp_",
      "AIza",
      "xoxb-",
      "AKIA",
      "authorization: ",
      "authorization:Basic ",
      "@",
      "://::::",
      "\ud800",
    ].map((piece) => [piece]),
  )("a quarter of a megabyte of %j", (piece) => {
    const text = long(piece);
    const start = performance.now();
    none.text(text);
    none.text(`${text}1`);
    // Quadratic time would be minutes.
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test("beginnings of tokens, one after the other, are each looked at once", () => {
    const text = "eyJ".repeat(700_000);
    const start = performance.now();
    expect(none.text(text)).toBe(text);
    // Half a second; with a thousand characters behind each of them it was ten.
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  test("a private key without end in 20 MB", () => {
    const text = `-----BEGIN PRIVATE KEY-----${"A".repeat(20_000_000)}`;
    expect(none.text(text).startsWith(redacted)).toBe(true);
  });
});
