/** The built page: its document, its script and its style. */
export interface PageFiles {
  "index.html": string;
  "app.js": string;
  "app.css": string;
}

/** Their names. */
export const pageFileNames: readonly (keyof PageFiles)[] = ["index.html", "app.js", "app.css"];
