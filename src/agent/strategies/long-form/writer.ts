import type { JsonObject } from "../../../util/json.ts";
import type { RoleRequest } from "../../policy-request.ts";
import { QUERY_RULES } from "../../prompts/report-rules.ts";
import { objectOf, type Read, text } from "../api-team/role-form.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import type { LongFormState } from "./long-form-state.ts";
import { queriesToMend } from "./queries-to-mend.ts";
import { readQuery, type WrittenQuery } from "./read-query.ts";
import { environmentMember, objects, thoughtfulForm } from "./role-members.ts";
import { planned, takenForGranted, whatIsAsked, whatWasSeen } from "./what-is-asked.ts";

export type WriterSays = { readonly queries: readonly WrittenQuery[]; readonly dropped: number };

/** All queries for the plan in one reply; later those that are to be mended. */
export function writerRequest(state: LongFormState): Omit<RoleRequest, "problems"> {
  const mending = state.queries.length > 0;
  return {
    kind: "role",
    transcript: [],
    mustConclude: false,
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

export function readWriter(output: JsonObject, state: LongFormState): Read<WriterSays> {
  const mending = state.queries.length > 0;
  const read = readQueries(output, state);
  if (read.problem !== undefined) return read;
  const { queries } = read.said;
  if (mending) {
    const unnamed = queries.some(({ name }) => name === undefined);
    return unnamed
      ? { problem: 'A mended query has the "name" of the one that it takes the place of.' }
      : read;
  }
  if (queries.length === 0) return { problem: '"queries" is empty: write a query for each step.' };
  return read;
}

/** The member `queries` of a reply. */
export function readQueries(
  output: JsonObject,
  state: LongFormState,
  most: number = LONG_FORM_LIMITS.queries,
): Read<WriterSays> {
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
