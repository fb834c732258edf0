import { type ApplicationText, text_en } from "@stricli/core";

/** What `x` says by itself, where the words of its command line library leave people without a next step. */
export const appText: ApplicationText = {
  ...text_en,
  noCommandRegisteredForInput: ({ input, corrections }) => {
    const nearest = corrections.length > 0 ? ` Did you mean ${corrections.join(" or ")}?` : "";
    return `x has no command "${input}".${nearest} x --help lists what there is.`;
  },
  // One problem, one sentence; a stack helps only those who work on x itself.
  exceptionWhileRunningCommand: (exception) =>
    exception instanceof Error && !process.env.X_DEBUG
      ? exception.message
      : text_en.exceptionWhileRunningCommand(exception, false),
};
