export type { RunStore } from "./run-store.ts";
