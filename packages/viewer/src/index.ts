export * from "./contract/index.ts";
export { type Label, type LabelBook, openLabelBook } from "./labels/label-book.ts";
export { oneFilePage } from "./page-file/one-file.ts";
export type { PageFiles } from "./page-file/page-files.ts";
export { readPage } from "./page-file/read-page.ts";
export { startViewServer, type ViewServer, type ViewServerOptions } from "./server/start-view-server.ts";
export type { SideAddress, TextAddress, ViewSource } from "./server/view-source.ts";
export { showable } from "./text/showable.ts";
export { firstPiece, shownText, textChunk } from "./text/shown-text.ts";
