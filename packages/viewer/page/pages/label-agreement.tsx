import type { JudgeView } from "../../src/contract/index.ts";
import { counted, fixed, percent } from "../parts/format.ts";
import { Card } from "../parts/shell.tsx";

/** How far the judge agrees with the labels that people gave. */
export function LabelAgreement({ view }: { view: JudgeView }) {
  const { labels } = view;
  const { confusion } = labels;
  return (
    <Card title="Agreement with your labels">
      {labels.labels === 0 ? (
        <p class="meta">No labels yet. {counted(view.unlabelled, "output")} could be labelled.</p>
      ) : (
        <>
          <p>
            <b>{percent(labels.agreement ?? 0)}</b> of {counted(labels.labels, "verdict")}
            {labels.kappa !== null && (
              <>
                {" "}
                · kappa <b>{fixed(labels.kappa, 2)}</b>{" "}
                {labels.interval && (
                  <span class="meta">
                    ({fixed(labels.interval[0], 2)} to {fixed(labels.interval[1], 2)})
                  </span>
                )}{" "}
                · {labels.word}
              </>
            )}
          </p>
          <table class="confusion">
            <thead>
              <tr>
                <td />
                <th scope="col">you: met</th>
                <th scope="col">you: unmet</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">judge: met</th>
                <td class="same">{confusion.bothMet}</td>
                <td class="other">{confusion.judgeOnly}</td>
              </tr>
              <tr>
                <th scope="row">judge: unmet</th>
                <td class="other">{confusion.peopleOnly}</td>
                <td class="same">{confusion.bothUnmet}</td>
              </tr>
            </tbody>
          </table>
        </>
      )}
    </Card>
  );
}
