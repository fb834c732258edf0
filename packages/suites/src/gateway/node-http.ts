/**
 * What the gateway needs of `node:http`. An import would read everything that it exports, and so load all that `fetch` and
 * `WebSocket` are made of: a tenth of the time that a short command takes.
 */
export const { Agent, createServer, request } = process.getBuiltinModule("node:http");
