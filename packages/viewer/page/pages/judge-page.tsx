import { useState } from "preact/hooks";
import type { JudgeView } from "../../src/contract/index.ts";
import { unquoted } from "../cell/unquoted.ts";
import { useRevision } from "../data/live.ts";
import { report } from "../data/load.ts";
import { useData } from "../data/use-data.ts";
import { count, counted, fixed, nameText, percent } from "../parts/format.ts";
import { More } from "../parts/more.tsx";
import { Card, Empty, Problem, Waiting } from "../parts/shell.tsx";
import { unbroken } from "../parts/unbroken.ts";
import { href, type Route } from "../route.ts";
import { CorrectedScores } from "./corrected-scores.tsx";
import { LabelAgreement } from "./label-agreement.tsx";
import { Labelling } from "./labelling.tsx";

/** Whether the judge can be trusted, and a place to label outputs by hand. */
export function JudgePage({ route }: { route: Route }) {
  const run = route.run!;
  const live = useRevision(run, 5000);
  const [labelled, setLabelled] = useState(0);
  const { data, error } = useData<JudgeView>(`runs/${run}/judge`, live + labelled);
  if (error) return <Problem error={error} />;
  if (!data) return <Waiting what="Reading what the judge found" />;
  if (data.criteria.judged + data.criteria.cannotJudge === 0)
    return (
      <Empty>
        No judge took part in this run. It is asked about tasks with a rubric, and cases with a judge:
        expectation.
      </Empty>
    );
  // What nobody judged needs no labels to hold the judge against.
  const isAnything = data.criteria.judged > 0 || data.labels.labels > 0;
  return (
    <div class="content">
      <div class="verdicts">
        {data.sentences.map((sentence) => (
          <p key={sentence} class="verdict">
            {unbroken(sentence)}
          </p>
        ))}
        {isAnything && data.labels.labels === 0 && data.golden === null && (
          <p class="verdict">
            Nobody has checked this judge by hand.{" "}
            <span class="meta">
              {report
                ? "Outputs are labelled with x view, where the run was made."
                : "Label some outputs below: they are shown without names, in random order."}
            </span>
          </p>
        )}
      </div>
      <div class="two even">
        <Facts view={data} />
        {isAnything && <LabelAgreement view={data} />}
      </div>
      {isAnything && !report && (
        <Labelling
          run={run}
          labelled={data.labels.labels}
          onLabelled={() => setLabelled((value) => value + 1)}
        />
      )}
      {isAnything && !(report && data.labels.labels === 0) && <CorrectedScores view={data} />}
      {data.disagreements.length > 0 && (
        <Card title={`Where judge and labels differ (${data.disagreements.length})`}>
          <ul class="failures">
            {data.disagreements
              .slice(0, mostDisagreements)
              .map(({ subject, task, repetition, criterion, label, evidence }) => (
                <li key={`${subject} ${task} ${repetition} ${criterion}`}>
                  <a href={href("run", run, { subject, task, rep: repetition })}>
                    {nameText(subject)} · {nameText(task)} · run {repetition + 1}
                  </a>{" "}
                  you say <b class={label ? "met" : "unmet"}>{label ? "met" : "unmet"}</b>: {criterion}{" "}
                  {evidence && <q>{unquoted(evidence)}</q>}
                </li>
              ))}
          </ul>
          <More rest={data.disagreements.length - mostDisagreements} />
        </Card>
      )}
    </div>
  );
}

const mostDisagreements = 100;

function Facts({ view }: { view: JudgeView }) {
  const { criteria, cells, canaries, golden, panel } = view;
  // Suites have neither canaries nor a golden set.
  const isBenchmark = view.kind === "compare";
  return (
    <Card title="The judge">
      <dl class="facts-list">
        <dt>Models</dt>
        <dd>
          {view.models.join(", ") || "–"}
          {view.repeats > 1 ? `, each ${view.repeats} times` : ""}
        </dd>
        <dt>Criteria</dt>
        <dd>
          {criteria.judged === 0
            ? "none judged, "
            : `${count(criteria.judged)} judged, ${percent(criteria.met / criteria.judged)} met, `}
          {count(criteria.cannotJudge)} could not be judged
          {cells.read < cells.all && (
            <small>
              {" "}
              from {count(cells.read)} of {count(cells.all)} cells
            </small>
          )}
        </dd>
        {(isBenchmark || canaries) && (
          <>
            <dt>Canaries</dt>
            <dd>
              {canaries === null ? (
                <span class="meta">none; turn them on with judge: {"{ canaries: true }"}</span>
              ) : canaries.passed.length === 0 ? (
                `${counted(canaries.judged, "answer")} that deserve nothing, none got through`
              ) : (
                <b class="bad">let through: {canaries.passed.join(", ")}</b>
              )}
            </dd>
          </>
        )}
        {(isBenchmark || golden) && (
          <>
            <dt>Golden set</dt>
            <dd>
              {golden === null ? (
                <span class="meta">none</span>
              ) : (
                `agrees with ${percent(golden.agreement)} of ${counted(golden.labels, "label")}${golden.kappa === null ? "" : `, kappa ${fixed(golden.kappa, 2)}`}`
              )}
            </dd>
          </>
        )}
        {panel && (
          <>
            <dt>Panel</dt>
            <dd>
              alpha {panel.alpha === null ? "–" : fixed(panel.alpha, 2)}
              {panel.kappas.map(({ judges, kappa }) => (
                <div key={judges.join()} class="meta">
                  {judges.join(" and ")}: kappa {kappa === null ? "–" : fixed(kappa, 2)}
                </div>
              ))}
            </dd>
          </>
        )}
        {view.repeatVariance !== null && (
          <>
            <dt>Repeats</dt>
            <dd>variance {fixed(view.repeatVariance, 4)} between repeats</dd>
          </>
        )}
      </dl>
    </Card>
  );
}
