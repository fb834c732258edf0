import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startViewServer, type ViewServer, type ViewSource } from "../src/index.ts";

const asked: unknown[] = [];
const page = { "index.html": "<p>page</p>", "app.js": "1", "app.css": "p{}" };
let watching = 0;
const source = {
  runs: async () => ({ runs: [], more: 0 }),
  head: async (run: string) => ({ id: run }),
  async grid() {
    throw Object.assign(new Error("There is no run z."), { code: "run-not-found" });
  },
  async run() {
    throw new Error("broken");
  },
  cell: async () => null,
  async text(run: string, address: object) {
    asked.push([run, address]);
    return { text: "t", from: 0, next: 1, length: 1 };
  },
  async label(run: string, input: object) {
    asked.push([run, input]);
    return { cell: {}, criteria: [] };
  },
  watch() {
    watching += 1;
    return () => {
      watching -= 1;
    };
  },
} as unknown as ViewSource;

let server: ViewServer;
let cookie = "";
beforeAll(async () => {
  server = await startViewServer({ source, page });
  const answer = await ask("/", { query: new URL(server.link()).search, cookie: null });
  cookie = String(answer.headers["set-cookie"]).split(";", 1)[0]!;
});
afterAll(() => server[Symbol.asyncDispose]());

interface Asked {
  query?: string;
  method?: string;
  cookie?: string | null;
  headers?: Record<string, string>;
  body?: string;
}

/** Over the wire itself, so that every header and every path is sent as it is written here. */
function ask(
  path: string,
  { query = "", method = "GET", cookie: sent = cookie, headers = {}, body }: Asked = {},
) {
  return new Promise<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    body: string;
  }>((resolve, reject) => {
    const all = { ...(sent !== null && { cookie: sent }), ...headers };
    const sending = request(
      { host: "127.0.0.1", port: server.port, path: `${path}${query}`, method, headers: all },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: text }),
        );
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });
}

test.each(["//", "//elsewhere/x", "/..//", "/\\", "*", "http://elsewhere/"])(
  "an odd path is not there, and breaks nothing: %s",
  async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: "not-found" });
  },
);

test("the token of the link becomes a cookie that no script and no other site can use, and leaves the address", async () => {
  const { status, headers } = await ask("/", { query: new URL(server.link("/run/a")).search, cookie: null });
  expect(status).toBe(303);
  expect(headers.location).toBe("/");
  expect(String(headers["set-cookie"])).toMatch(/^x-view-\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/);
  expect(server.link("/run/a")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}#\/run\/a$/);
});

test.each([
  ["no cookie", null],
  ["a wrong one", "x-view=1"],
  ["one that only begins like ours", () => cookie.slice(0, -1)],
  ["that of another port", () => cookie.replace(/^x-view-\d+/, "x-view-1")],
])("with %s nothing is told, not even the page", async (_, given) => {
  const sent = typeof given === "function" ? given() : given;
  for (const path of ["/", "/app.js", "/api/runs", "/api/events"]) {
    const { status, body } = await ask(path, { cookie: sent });
    expect(status).toBe(401);
    expect(body).toContain("Open the link that x view printed");
  }
});

test("a wrong token is refused", async () => {
  const { status, headers } = await ask("/", { query: "?token=guess", cookie: null });
  expect(status).toBe(401);
  expect(headers["set-cookie"]).toBeUndefined();
});

test.each(["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1.evil.example:1"])(
  "a name that was bound to this address is refused: %s",
  async (host) => {
    expect((await ask("/api/runs", { headers: { host } })).status).toBe(421);
  },
);

test("a look that wants no body is a look, not a change", async () => {
  const answer = await ask("/api/runs", { method: "HEAD" });
  expect([answer.status, answer.body]).toEqual([200, ""]);
});

test("localhost will do", async () => {
  expect((await ask("/api/runs", { headers: { host: `localhost:${server.port}` } })).status).toBe(200);
});

test.each([
  [{ origin: "https://evil.example" }],
  [{ origin: "null" }],
  [{ "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "same-site" }],
])("another site gets nothing, be it with our cookie: %j", async (headers) => {
  expect((await ask("/api/runs", { headers: headers as Record<string, string> })).status).toBe(403);
});

test("another port of this machine is another site", async () => {
  expect((await ask("/api/runs", { headers: { origin: "http://127.0.0.1:1" } })).status).toBe(403);
});

test("a change needs the origin of the page, and JSON", async () => {
  const body = JSON.stringify({ key: "k", labels: [true, null] });
  const origin = `http://127.0.0.1:${server.port}`;
  const json = "application/json";
  const post = (headers: Record<string, string>, text = body) =>
    ask("/api/runs/r/labels", { method: "POST", headers, body: text });
  expect((await post({ "content-type": json })).status).toBe(403);
  expect((await post({ origin, "content-type": "text/plain" })).status).toBe(415);
  expect((await post({ origin, "content-type": json }, "[]")).status).toBe(400);
  expect((await post({ origin, "content-type": json }, '{"key":1,"labels":[]}')).status).toBe(400);
  expect((await post({ origin, "content-type": json }, `{"key":"${"x".repeat(200_000)}"}`)).status).toBe(413);
  expect(asked).toEqual([]);
  expect((await post({ origin, "content-type": json })).status).toBe(200);
  expect(asked.splice(0)).toEqual([["r", { key: "k", labels: [true, null] }]]);
});

test("every answer says what a browser may do with it", async () => {
  for (const path of ["/", "/app.js", "/api/runs", "/nothing", "/api/nothing"]) {
    const { headers } = await ask(path);
    expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
});

test.each([
  "/../package.json",
  "/..%2f..%2fpackage.json",
  "/%2e%2e/server.ts",
  "/src/index.ts",
  "/__proto__",
  "/constructor",
  "/app.js/",
  "//etc/passwd",
  "/api/runs/a/../../etc",
])("only the three files of the page are files here: %s", async (path) => {
  expect([400, 404]).toContain((await ask(path)).status);
});

test("what a cell holds is sent as data, whatever it is and is called", async () => {
  for (const artifact of ["page.html", "../../index.html", "image.svg", "__proto__"]) {
    const query = new URLSearchParams({ subject: "s", task: "t", repetition: "0", attempt: "1", from: "0" });
    const { headers, body } = await ask("/api/runs/r/text", { query: `?${query}&artifact=${artifact}` });
    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect(headers["content-disposition"]).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({ text: "t" });
  }
  asked.length = 0;
});

test("an address that cannot be read is a bad request", async () => {
  expect((await ask("/api/runs/%E0%A4%A/head")).status).toBe(400);
  expect(
    (await ask("/api/runs/r/text?subject=s&task=t&repetition=0&artifact=output&attempt=-1&from=0")).status,
  ).toBe(400);
  expect((await ask("/api/runs/r/cell?subject=s")).status).toBe(400);
});

test("names in an address are taken as they are", async () => {
  const query = new URLSearchParams({
    subject: "a/b ü",
    task: "t&t",
    repetition: "1",
    attempt: "2",
    artifact: "output",
    from: "9",
  });
  expect((await ask(`/api/runs/${encodeURIComponent("r/../x")}/text`, { query: `?${query}` })).status).toBe(
    200,
  );
  expect(asked.splice(0)).toEqual([
    ["r/../x", { subject: "a/b ü", task: "t&t", repetition: 1, attempt: 2, artifact: "output", from: 9 }],
  ]);
});

test("what is not there is 404 in words; what breaks is 500", async () => {
  const missing = await ask("/api/runs/z/grid");
  expect(missing.status).toBe(404);
  expect(JSON.parse(missing.body)).toEqual({ code: "run-not-found", message: "There is no run z." });
  expect(await ask("/api/runs/z/cell?subject=s&task=t&repetition=0")).toMatchObject({ status: 404 });
  expect(JSON.parse((await ask("/api/runs/z/view")).body)).toEqual({
    code: "view-failed",
    message: "broken",
  });
});

test("what has not changed is not sent again", async () => {
  const first = await ask("/api/runs");
  const again = await ask("/api/runs", { headers: { "if-none-match": String(first.headers.etag) } });
  expect(again).toMatchObject({ status: 304, body: "" });
});

test("a page that is gone is told nothing more", async () => {
  const sending = request({ host: "127.0.0.1", port: server.port, path: "/api/events", headers: { cookie } });
  sending.on("error", () => {});
  sending.end();
  await expect.poll(() => watching).toBe(1);
  sending.destroy();
  await expect.poll(() => watching).toBe(0);
});
