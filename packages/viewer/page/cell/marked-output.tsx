import type { ComponentChildren } from "preact";
import type { CriterionView } from "../../src/contract/index.ts";

/** Where the quotes of the judge are in a text, none over another. */
function quotesIn(
  text: string,
  criteria: readonly CriterionView[],
): { from: number; to: number; at: number }[] {
  const found = criteria.flatMap((criterion, at) =>
    quotesOf(criterion.evidence).flatMap((quote) => {
      const from = text.indexOf(quote);
      return from < 0 ? [] : [{ from, to: from + quote.length, at }];
    }),
  );
  found.sort((a, b) => a.from - b.from || b.to - a.to);
  const kept: typeof found = [];
  for (const each of found) if (each.from >= (kept.at(-1)?.to ?? 0)) kept.push(each);
  return kept;
}

/** The evidence itself may be a quote, or hold some between quotation marks. */
function quotesOf(evidence: string): string[] {
  const inside = [...evidence.matchAll(/["“”«»„]([^"“”«»„]{4,})["“”«»„]/g)].map(([, quote]) =>
    quote!.replace(/…$/, "").trim(),
  );
  return [evidence.trim(), ...inside].filter((quote) => quote.length >= 4);
}

/** A text with the judge's evidence marked, each by the number of its criterion. */
export function markQuotes(text: string, criteria: readonly CriterionView[]): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const quote of quotesIn(text, criteria)) {
    const { verdict, criterion } = criteria[quote.at]!;
    parts.push(text.slice(from, quote.from));
    parts.push(
      <mark key={quote.from} class={verdict} title={`${verdict}: ${criterion}`}>
        {text.slice(quote.from, quote.to)}
        <sup>{quote.at + 1}</sup>
      </mark>,
    );
    from = quote.to;
  }
  parts.push(text.slice(from));
  return parts;
}
