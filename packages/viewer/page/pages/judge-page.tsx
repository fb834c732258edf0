import { Fragment } from "preact";
import { useState } from "preact/hooks";
import type { CorrectedFigure, JudgeView } from "../../src/contract/index.ts";
import { useRevision } from "../data/live.ts";
import { report } from "../data/load.ts";
import { useData } from "../data/use-data.ts";
import { count, counted, fixed, percent } from "../parts/format.ts";
import { ScrollBox } from "../parts/scroll-box.tsx";
import { Card, Empty, Problem, Waiting } from "../parts/shell.tsx";
import { href, type Route } from "../route.ts";
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
      <Empty command="x compare benchmark.ts --judge-model anthropic/claude-haiku-4-5">
        No judge took part in this run: nothing here has a rubric.
      </Empty>
    );
  return (
    <div class="content">
      <div class="verdicts">
        {data.sentences.map((sentence) => (
          <p key={sentence} class="verdict">
            {sentence}
          </p>
        ))}
        {data.labels.labels === 0 && (
          <p class="verdict">
            Nobody has checked this judge by hand.{" "}
            <span class="meta">Label some outputs below: they are shown without names, in random order.</span>
          </p>
        )}
      </div>
      <div class="two even">
        <Facts view={data} />
        <Agreement view={data} />
      </div>
      {!report && (
        <Labelling
          run={run}
          labelled={data.labels.labels}
          onLabelled={() => setLabelled((value) => value + 1)}
        />
      )}
      <Corrected view={data} />
      {data.disagreements.length > 0 && (
        <Card title={`Where judge and labels differ (${data.disagreements.length})`}>
          <ul class="failures">
            {data.disagreements
              .slice(0, 100)
              .map(({ subject, task, repetition, criterion, label, evidence }) => (
                <li key={`${subject} ${task} ${repetition} ${criterion}`}>
                  <a href={href("run", run, { subject, task, rep: repetition })}>
                    {subject} · {task} · run {repetition + 1}
                  </a>{" "}
                  you say <b class={label ? "met" : "unmet"}>{label ? "met" : "unmet"}</b>: {criterion}{" "}
                  {evidence && <q>{evidence}</q>}
                </li>
              ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

function Facts({ view }: { view: JudgeView }) {
  const { criteria, cells, canaries, golden, panel } = view;
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
          {count(criteria.judged)} judged,{" "}
          {percent(criteria.judged === 0 ? 0 : criteria.met / criteria.judged)} met,{" "}
          {count(criteria.cannotJudge)} could not be judged
          {cells.read < cells.all && (
            <small>
              {" "}
              from {count(cells.read)} of {count(cells.all)} cells
            </small>
          )}
        </dd>
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
        <dt>Golden set</dt>
        <dd>
          {golden === null ? (
            <span class="meta">none</span>
          ) : (
            `agrees with ${percent(golden.agreement)} of ${counted(golden.labels, "label")}${golden.kappa === null ? "" : `, kappa ${fixed(golden.kappa, 2)}`}`
          )}
        </dd>
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

function Agreement({ view }: { view: JudgeView }) {
  const { labels } = view;
  const { confusion } = labels;
  return (
    <Card title="Agreement with your labels">
      {labels.labels === 0 ? (
        <p class="meta">No labels yet. {count(view.unlabelled)} outputs could be labelled.</p>
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

function Corrected({ view }: { view: JudgeView }) {
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
                <th scope="row">{each.subject}</th>
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
