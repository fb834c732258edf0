import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PageFiles } from "../page-file/page-files.ts";
import { openEvents, send, sendCookie, sendJson } from "./answer.ts";
import { admit, cookieName } from "./guard.ts";
import { describeError } from "./request-error.ts";
import { answerApi } from "./routes.ts";
import type { ViewSource } from "./view-source.ts";

/** What a server needs. */
export interface ViewServerOptions {
  source: ViewSource;
  page: PageFiles;
  /** 0 or absent: any that is free. */
  port?: number;
}

/** A server that is up. */
export interface ViewServer extends AsyncDisposable {
  port: number;
  /** Carries the token; whoever has it sees everything. `path` is a place in the page, such as `/run/91c0`. */
  link(path?: string): string;
}

const host = "127.0.0.1";
const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/** Serves the page on loopback. Rejects when the port is taken. */
export async function startViewServer({ source, page, port = 0 }: ViewServerOptions): Promise<ViewServer> {
  const door = { port, token: randomBytes(24).toString("base64url") };
  const server = createServer((request, response) => {
    answer({ source, page, door }, request, response).catch((error: unknown) => {
      if (response.headersSent) return void response.end();
      const { status, ...told } = describeError(error);
      sendJson(request, response, told, status);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  door.port = (server.address() as AddressInfo).port;
  return {
    port: door.port,
    link: (path = "/") => `http://${host}:${door.port}/?token=${door.token}#${path}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Parts extends Required<Pick<ViewServerOptions, "source" | "page">> {
  door: { port: number; token: string };
}

async function answer(
  { source, page, door }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = addressOf(request);
  if (url === null) return sendNothing(request, response);
  const admission = admit(request, url, door);
  if (admission.state === "refused") {
    const { status, message } = admission;
    if (url.pathname.startsWith("/api/")) sendJson(request, response, { code: "refused", message }, status);
    else send(request, response, { status, type: "text/plain; charset=utf-8", body: `${message}\n` });
    return;
  }
  if (admission.state === "token")
    return sendCookie(request, response, { name: cookieName(door.port), token: door.token });
  if (url.pathname === "/api/events" && request.method === "GET") return stream(source, request, response);
  if (url.pathname.startsWith("/api/"))
    return sendJson(request, response, await answerApi(source, url, request));
  const name = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
  const file = Object.hasOwn(page, name) ? page[name as keyof PageFiles] : undefined;
  const type = types[name.split(".").at(-1)!];
  if (file === undefined || type === undefined || !["GET", "HEAD"].includes(request.method ?? ""))
    return sendNothing(request, response);
  send(request, response, { type, body: file });
}

/** The path as it was asked for, however odd; null when it is none. */
function addressOf({ url = "/" }: IncomingMessage): URL | null {
  return url.startsWith("/") ? URL.parse(`http://${host}${url}`) : null;
}

function sendNothing(request: IncomingMessage, response: ServerResponse): void {
  sendJson(request, response, { code: "not-found", message: "There is nothing at this address." }, 404);
}

function stream(source: ViewSource, request: IncomingMessage, response: ServerResponse): void {
  const stop = source.watch(openEvents(response));
  request.on("close", stop);
}
