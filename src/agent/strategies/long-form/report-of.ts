import type { LongFormAnswer, ReportChart, ReportQuery } from "../../../trajectory/long-form-answer.ts";
import { clipped } from "../api-team/clipped.ts";
import { chartFault, chartForm } from "./chart-fault.ts";
import { judgedText } from "./draft-figures.ts";
import { LONGEST } from "./long-form-limits.ts";
import type { Draft, LongFormState, Query } from "./long-form-state.ts";
import { plainText } from "./report-text.ts";

/** The report as it stays, with the queries that it rests on. Charts that cannot be drawn are left out, which is said. */
export function reportOf(draft: Draft, state: LongFormState): LongFormAnswer {
  const text = (written: string) => judgedText(written, state);
  const line = (written: string) => plainText(text(written), false);
  const faults = draft.charts.flatMap((chart) => chartFault(chart, state) ?? []);
  return {
    title: line(draft.title) || clipped(state.task.question, LONGEST.title),
    summary: text(draft.summary),
    findings: draft.findings.map((finding) => ({
      ...(finding.heading === "" ? {} : { heading: line(finding.heading) }),
      text: text(finding.text),
    })),
    notFound: [...draft.notFound.map(text), ...[...faults, ...state.remarks].map((remark) => [remark])],
    charts: draft.charts.flatMap((chart): readonly ReportChart[] => {
      const form = chartForm(chart);
      if (form === undefined || chartFault(chart, state) !== undefined) return [];
      return [{ ...chart, form, title: line(chart.title) }];
    }),
    queries: state.queries.map(reportQuery),
    plan: state.plan,
  };
}

function reportQuery(query: Query): ReportQuery {
  const { name, purpose, environment, sql, evidence, columns, rows, total, claim } = query;
  const remark = [
    ...(query.failure === undefined ? query.cautions.map((caution) => `A check warned: ${caution}`) : []),
    ...(query.failure === undefined || claim === undefined ? [] : ["An attempt to mend it failed."]),
    ...(query.failure === undefined ? [] : [query.failure]),
  ].join("\n");
  return {
    ...{ name, purpose, environment },
    sql: evidence?.sql ?? sql,
    outcome: claim === undefined ? "failed" : total === 0 ? "empty" : "rows",
    ...(evidence === undefined ? {} : { evidence }),
    ...{ columns, rows, total },
    ...(remark === "" ? {} : { remark }),
  };
}
