import { clipped } from "../../../util/clipped-text.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { QUERY_RULES, REPORT_RULES, WITHHELD_REPORT_RULES } from "../../prompts/report-rules.ts";
import { objectOf, type Read, ROLE_REQUEST, text, textOf, texts, textsOf } from "../api-team/role-form.ts";
import {
  type Draft,
  type DraftChart,
  LONG_FORM_LIMITS,
  LONGEST,
  type LongFormState,
} from "./long-form-state.ts";
import { queriesToMend, resultTexts } from "./result-texts.ts";
import {
  environmentMember,
  objects,
  planned,
  readQuery,
  takenForGranted,
  thoughtfulForm,
  type WrittenQuery,
  whatIsAsked,
  whatWasSeen,
} from "./role-members.ts";

/** The report from the results (*Database question answering*, Section 3). */
export function synthesiserRequest(state: LongFormState): Omit<RoleRequest, "problems"> {
  const withheld = state.environments.some(({ egress }) => egress !== undefined);
  return {
    ...ROLE_REQUEST,
    mustConclude: true,
    instructions: withheld ? WITHHELD_REPORT_RULES : REPORT_RULES,
    input: [
      ...whatIsAsked(state),
      ...planned(state),
      ...withoutQuery(state),
      ...takenForGranted(state),
      `Results:\n${resultTexts(state)}`,
      "Write the report.",
    ].join("\n\n"),
    form: thoughtfulForm("report", reportMembers(withSources), exampleFor(withheld), REPORT_PARTS),
  };
}

function withoutQuery({ method, plan, queries }: LongFormState): readonly string[] {
  if (method !== "sequential") return [];
  const lacking = plan.map((_, at) => at + 1).filter((step) => !queries.some((query) => query.step === step));
  if (lacking.length === 0) return [];
  return [`No query was written for ${lacking.length === 1 ? "step" : "steps"} ${lacking.join(", ")}.`];
}

const withSources: JsonObject = {
  charts: objects(
    "None where none helps.",
    {
      title: text("What it shows."),
      form: { type: "string", enum: ["bar", "line", "points"] },
      query: text("Q1, Q2, …"),
      x: text("A column."),
      y: texts("One to four columns."),
    },
    ["title", "form", "query", "x", "y"],
  ),
};

/** Members that a report is not without. */
const REPORT_PARTS = ["title", "summary", "findings"] as const;

/** Members of a report's form; `more` stands before what was taken for granted. */
export function reportMembers(more: JsonObject = {}): JsonObject {
  return {
    title: text("Of the report."),
    summary: text("The answer in two to four sentences."),
    findings: objects("At most 12.", { heading: text("A few words."), text: text("A few sentences.") }, [
      "heading",
      "text",
    ]),
    not_found: texts("What could not be found and why; none where all was."),
    ...more,
    assumptions: texts(
      "All that was taken for granted in the end, one sentence each, also what stands above.",
    ),
  };
}

function exampleFor(withheld: boolean): JsonObject {
  return {
    thought: "Q1 has the totals, Q2 the kinds.",
    title: "Loans by year",
    summary: withheld
      ? "In {Q1:2.year} there were {Q1:2.loans} loans, {change(Q1:1.loans, Q1:2.loans) to 0.1} per cent more or less than the year before."
      : "Loans rose to 5,210 [Q1:2.loans] in 2022 [Q1:2.year], 12.5 % [change(Q1:1.loans, Q1:2.loans)] more than the year before.",
    findings: [
      {
        heading: "By kind",
        text: withheld
          ? "Of all loans {share(Q2:1.loans, sum(Q2.loans)) to 1} per cent were of {Q2:1.kind}."
          : "Crime fiction made up 31 % [share(Q2:1.loans, sum(Q2.loans))] of all loans.",
      },
    ],
    not_found: ["Reasons for loans are not kept."],
    charts: [{ title: "Loans by year", form: "line", query: "Q1", x: "year", y: ["loans"] }],
  };
}

/** A report as its writer sent it, with everything that is too long or too much cut off. */
export function readReport(output: JsonObject): Read<Draft> {
  const summary = clipped(textOf(output["summary"]), LONGEST.summary);
  if (summary === "") return { problem: 'The report has no "summary".' };
  const findings = listOf(output["findings"], LONG_FORM_LIMITS.findings).map((each) => ({
    heading: clipped(textOf(each["heading"]), LONGEST.title),
    text: clipped(textOf(each["text"]), LONGEST.finding),
  }));
  return {
    said: {
      title: clipped(textOf(output["title"]), LONGEST.title),
      summary,
      findings: findings.filter((finding) => finding.text !== ""),
      notFound: some(output["not_found"], LONG_FORM_LIMITS.notFound),
      charts: listOf(output["charts"], LONG_FORM_LIMITS.charts).map(chartOf),
      assumptions: some(output["assumptions"], LONG_FORM_LIMITS.assumptions),
    },
  };
}

function chartOf(given: JsonObject): DraftChart {
  const { y } = given;
  return {
    title: clipped(textOf(given["title"]), LONGEST.title),
    form: textOf(given["form"]),
    query: textOf(given["query"]).toUpperCase(),
    x: textOf(given["x"]),
    y: (typeof y === "string" ? [y] : textsOf(y)).slice(0, LONG_FORM_LIMITS.queries),
  };
}

function listOf(value: Json | undefined, most: number): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, most).flatMap((each): readonly JsonObject[] => {
    const given = objectOf(each);
    return given === undefined ? [] : [given];
  });
}

/** Texts of a list, so many and so long at most. */
export function some(value: Json | undefined, most: number): readonly string[] {
  return textsOf(value)
    .slice(0, most)
    .map((each) => clipped(each, LONGEST.step));
}

type Queries = { readonly queries: readonly WrittenQuery[]; readonly dropped: number };

/** All queries for the plan in one reply; later those that are to be mended. */
export function writerRequest(state: LongFormState): Omit<RoleRequest, "problems"> {
  const mending = state.queries.length > 0;
  return {
    ...ROLE_REQUEST,
    instructions: QUERY_RULES,
    described: true,
    input: [
      ...whatIsAsked(state),
      ...whatWasSeen(state),
      ...planned(state),
      ...takenForGranted(state),
      ...(mending ? [`Mend these queries:\n${queriesToMend(state)}`] : ["Write the queries."]),
    ].join("\n\n"),
    form: thoughtfulForm(
      mending ? "mended_queries" : "queries",
      {
        queries: objects(
          mending ? "The mended queries; none where all are right as they are." : "In the order of the plan.",
          {
            ...(mending
              ? { name: text("Of the query, such as Q2.") }
              : { step: { type: "integer", description: "Number of the step." } }),
            purpose: text("What it finds out, in one sentence."),
            ...environmentMember(state),
            sql: text("One statement."),
          },
          ["purpose", ...(mending ? ["name"] : ["step"]), "sql"],
        ),
      },
      {
        thought: mending ? "The year is kept as text." : "Step 1 is a count by year.",
        queries: [
          {
            ...(mending ? { name: "Q2" } : { step: 1 }),
            purpose: "Number of loans in each year.",
            ...(state.environments.length > 1 ? { environment: state.environments[0]?.id ?? "" } : {}),
            sql: "SELECT substr(lent_on, 1, 4) AS year, count(*) AS loans FROM loan GROUP BY 1 ORDER BY 1",
          },
        ],
      },
    ),
  };
}

/** The member `queries` of a reply. */
export function readQueries(
  output: JsonObject,
  state: LongFormState,
  most: number = LONG_FORM_LIMITS.queries,
): Read<Queries> {
  const listed = Array.isArray(output["queries"]) ? output["queries"] : [];
  const queries: WrittenQuery[] = [];
  for (const each of listed.slice(0, most)) {
    const read = readQuery(objectOf(each) ?? {}, state);
    if (read.problem !== undefined) return read;
    // Of two with one name only the later is meant.
    const same = queries.findIndex(({ name }) => name !== undefined && name === read.said.name);
    if (same >= 0) queries.splice(same, 1);
    queries.push(read.said);
  }
  return { said: { queries, dropped: Math.max(0, listed.length - most) } };
}
