/** What a model costs, in US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  /** Tokens read from a cache; `input` when absent. */
  cacheRead?: number;
  /** Tokens written to a cache; `input` when absent. */
  cacheWrite?: number;
}
