import { expect, test } from "vitest";
import { sentHeaders } from "./sent-headers.ts";

const own = { headers: { "x-api-key": "real" }, fallbackHeaders: { "anthropic-version": "2023-06-01" } };

test("what agents and their SDKs send goes on", () => {
  const given = {
    ...{ accept: "application/json", "user-agent": "claude-cli/2", "x-app": "cli" },
    ...{ "anthropic-version": "2024-01-01", "anthropic-beta": "a,b", "openai-beta": "responses=v1" },
    ...{ "x-stainless-lang": "js", originator: "codex_exec", session_id: "s", "x-goog-api-client": "g" },
    ...{ "http-referer": "https://example.com", "x-title": "agent" },
  };
  expect(sentHeaders(given, own, 12)).toEqual({
    ...{ ...given, "x-api-key": "real", "content-type": "application/json" },
    ...{ "accept-encoding": "identity", "content-length": 12 },
  });
  expect(sentHeaders({}, own, 0)).toMatchObject(own.fallbackHeaders);
});

test("what could hide a count, name another payer or change the request stays here", () => {
  const given = {
    ...{ "x-goog-fieldmask": "candidates", "x-http-method-override": "GET", "x-goog-user-project": "p" },
    ...{ "openai-organization": "o", "openai-project": "p", authorization: "Bearer a", "x-api-key": "a" },
    ...{ cookie: "a=b", "x-forwarded-for": "1.2.3.4", "content-type": "text/plain", te: "trailers" },
    ...{ "x-stainless-os": "Linux", connection: "x-stainless-os" },
  };
  expect(Object.keys(sentHeaders(given, own, 0)).sort()).toEqual([
    ...["accept-encoding", "anthropic-version", "content-length", "content-type", "x-api-key"],
  ]);
  expect(sentHeaders(given, own, 0)).toMatchObject({
    "content-type": "application/json",
    "x-api-key": "real",
  });
});
