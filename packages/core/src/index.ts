export type { CallContext } from "./model/call-context.ts";
