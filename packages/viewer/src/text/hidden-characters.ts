/**
 * Characters that move the cursor, change the direction of writing, or are not seen at all: control characters, line
 * breaks and tabs among them, and marks that only programs read. For the page, the report and the terminal alike.
 */
export const hiddenCharacters =
  /[\p{Control}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/gu;
