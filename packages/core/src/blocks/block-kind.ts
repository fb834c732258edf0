/** What a block is made of: code, a model, a chain of blocks, or a choice between blocks. */
export type BlockKind = "handler" | "generator" | "sequencer" | "router";
