import type { UsesSlot } from "../blocks/capability.ts";
import type { BenchmarkSubject } from "./benchmark-subject.ts";

/** What an adapter builds its subject with. */
export interface BenchmarkAdapterOptions {
  /** Executor model every generator in the materialized pattern uses. */
  model: string;
  /** Capabilities forwarded into the pattern's internal generators. */
  uses?: UsesSlot;
}

/** Names a pattern and builds a subject from shared options. */
export interface BenchmarkAdapter {
  patternName: string;
  build: (opts: BenchmarkAdapterOptions) => BenchmarkSubject;
}

/** Pattern name to adapter. */
export type BenchmarkRegistry = Record<string, BenchmarkAdapter>;
