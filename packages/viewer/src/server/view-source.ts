import type {
  CellAddress,
  CellView,
  ComparisonView,
  GridView,
  JudgeView,
  LabelAnswer,
  LabelInput,
  LabelQueue,
  LiveEvent,
  RunHead,
  RunList,
  RunScore,
  RunView,
  TextChunk,
} from "../contract/index.ts";

/** A text of a cell, from a place on. */
export interface TextAddress extends CellAddress {
  attempt: number;
  artifact: string;
  from: number;
}

/** One side of a comparison; without a subject the run's own choice. */
export interface SideAddress {
  run: string;
  subject?: string;
}

/**
 * Where the page has everything from. A run is named as people type it. What is not there is null, or an error with a
 * `code` that ends in `not-found`. Reading changes nothing; only `label` writes.
 */
export interface ViewSource {
  runs(): Promise<RunList>;
  score(run: string): Promise<RunScore | null>;
  /** The run itself; at once, whatever its size. */
  head(run: string): Promise<RunHead>;
  /** Its cells; soon. */
  grid(run: string): Promise<GridView>;
  /** What they come to; when it is computed. */
  run(run: string): Promise<RunView>;
  cell(run: string, cell: CellAddress): Promise<CellView | null>;
  text(run: string, text: TextAddress): Promise<TextChunk | null>;
  compare(a: SideAddress, b: SideAddress): Promise<ComparisonView>;
  judge(run: string): Promise<JudgeView>;
  labelQueue(run: string): Promise<LabelQueue>;
  label(run: string, input: LabelInput): Promise<LabelAnswer | null>;
  /** Tells of changes until the function it gives is called. */
  watch(listener: (event: LiveEvent) => void): () => void;
}
