/**
 * `node:http`, loaded when it is first needed. An import would read everything that it exports, and so load all that
 * `fetch` and `WebSocket` are made of: a tenth of the time that a short command takes.
 */
export function nodeHttp() {
  return process.getBuiltinModule("node:http");
}

/** `node:https` likewise, which loads all of TLS. */
export function nodeHttps() {
  return process.getBuiltinModule("node:https");
}
