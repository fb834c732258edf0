import { Fragment } from "preact";
import type { CorrectedFigure, JudgeView } from "../../src/contract/index.ts";
import { count, fixed, listed, nameText, percent } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { Card } from "../parts/shell.tsx";

/** The scores of each subject as the labels of people correct them. */
export function CorrectedScores({ view }: { view: JudgeView }) {
  const broken = view.corrected.filter((each) => each.broken > 0);
  return (
    <Card title="Scores as your labels correct them">
      <ScrollBox class="scroll-x" label="Corrected scores">
        <table class="plain">
          <thead>
            <tr>
              <td colSpan={2} />
              <th scope="colgroup" colSpan={3} class="col num">
                mean score (PPI++)
              </th>
              <th scope="colgroup" colSpan={3} class="col num">
                every criterion met (Rogan–Gladen)
              </th>
            </tr>
            <tr>
              <th scope="col" class="col">
                subject
              </th>
              <th scope="col" class="col num">
                labelled
              </th>
              {["score", "share"].map((what) => (
                <Fragment key={what}>
                  <th scope="col" class="col num">
                    judge
                  </th>
                  <th scope="col" class="col num">
                    corrected
                  </th>
                  <th scope="col" class="col num">
                    95 % interval
                  </th>
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.corrected.map((each) => (
              <tr key={each.subject}>
                <th scope="row">{nameText(each.subject)}</th>
                <td class="num">
                  {each.labelled} of {count(each.outputs)}
                </td>
                <Figure figure={each} show={fixed} />
                <Figure figure={each.allMet} show={percent} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p class="meta small">
        The outputs offered for labelling are a random sample of each subject's, so the labels may be stopped
        at any number. With fewer than ten good and ten bad ones of a subject its share says little.
        {broken.length > 0 &&
          ` Cells that broke count 0, as in the score: ${listed(broken.map((each) => `${count(each.broken)} of ${nameText(each.subject)}`))}.`}
      </p>
    </Card>
  );
}

/** What the judge says, what people would say, and between what. */
function Figure({ figure, show }: { figure: CorrectedFigure; show: (value: number) => string }) {
  const { raw, corrected, interval, why } = figure;
  return (
    <>
      <td class="num">{raw === null ? "–" : show(raw)}</td>
      <td class="num">{corrected === null ? <span class="meta">{why}</span> : <b>{show(corrected)}</b>}</td>
      <td class="num">{interval ? `${show(interval[0])} to ${show(interval[1])}` : "–"}</td>
    </>
  );
}
