import { expect, test, vi } from "vitest";

test("an answer that breaks off is that of a server that is gone", async () => {
  vi.stubGlobal("document", { getElementById: () => null });
  // It is compiled for browsers, and so not with this test.
  const { load, post } = await import(new URL("../page/data/load.ts", import.meta.url).href);
  const broken = () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"runs":['));
        stream.error(new TypeError("network error"));
      },
    });
    return Promise.resolve(new Response(body));
  };
  vi.stubGlobal("fetch", broken);
  await expect(load("runs")).rejects.toMatchObject({ code: "gone" });
  await expect(post("runs/1/labels", {})).rejects.toMatchObject({ code: "gone" });
  vi.unstubAllGlobals();
  vi.resetModules();
});
