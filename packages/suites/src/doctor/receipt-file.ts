/** Where the receipt of a suite lies: beside it. */
export function receiptFile(suiteFile: string): string {
  return `${suiteFile.replace(/\.(jsonc?|json5)$/i, "")}.receipt.json`;
}
