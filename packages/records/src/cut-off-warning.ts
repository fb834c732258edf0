/** What a warning of a run says of answers that had not come to their end. */
export const cutOffMark = "were cut off at the most tokens that they may have";

/** What a reader must know of answers that were scored though they had not come to their end; nothing without any. */
export function cutOffWarning(cutOff: number, answers: number): string[] {
  if (cutOff === 0) return [];
  return [
    `${cutOff} of ${answers} answers ${cutOffMark}; what there was of them counted as the whole. Set maxTokens on generators to allow more.`,
  ];
}
