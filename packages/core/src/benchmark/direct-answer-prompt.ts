/**
 * The system prompt of whoever answers a task directly: the baseline, and every worker of every pattern. It is one and
 * the same, so that a comparison varies the coordination and nothing else.
 */
export const directAnswerPrompt =
  "Do what you are asked, completely and correctly. Give the answer itself, in plain text, without remarks about how you work.";
