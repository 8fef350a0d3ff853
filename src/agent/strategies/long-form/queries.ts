import type { RunEvent } from "../../../trajectory/run-event.ts";
import { clipped, clippedText } from "../../../util/clipped-text.ts";
import type { Json } from "../../../util/json.ts";
import { renderFinding } from "../../render-result.ts";
import { command, finish, idAfter } from "../role-turns.ts";
import {
  hasRows,
  LONG_FORM_LIMITS,
  LONGEST,
  type LongFormState,
  type Query,
  stepsLeft,
} from "./long-form-state.ts";
import { ask, type LongFormStep, settled } from "./long-form-step.ts";
import { maySearch } from "./plan-roles.ts";
import { isToMend, whatIsWrong } from "./result-texts.ts";
import type { WrittenQuery } from "./role-members.ts";

/** Rows that a report keeps of a result. */
const MOST_ROWS = 100;

/** Hands queries in, all at once. One with the name of an earlier one takes its place where it is accepted. */
export function handIn(state: LongFormState, written: readonly WrittenQuery[]): LongFormStep {
  let queries = state.queries;
  for (const [index, { name, step, purpose, environment, sql }] of written.entries()) {
    const attempt = { command: idAfter(state, state.turn, index), purpose, environment, sql };
    queries =
      name === undefined
        ? [
            ...queries,
            { ...blank(`Q${queries.length + 1}`, attempt), ...(step === undefined ? {} : { step }) },
          ]
        : queries.map((query) => (query.name === name ? { ...query, attempt } : query));
  }
  return command(
    { ...state, queries, attempts: state.attempts + written.length },
    written.map(({ environment, sql }) => ({
      type: "conclude",
      role: state.turn,
      environment,
      claim: { text: sql },
    })),
  );
}

const MOST_CAUTIONS = 3;
/** A source finds a column by its name. */
const SAME_NAME =
  "warning: Several columns have the same name, so that no figure can be taken from them. Give each a name of its own with AS.";

function blank(name: string, attempt: NonNullable<Query["attempt"]>): Query {
  const { purpose, environment, sql } = attempt;
  const nothing = { columns: [], rows: [], total: 0, warnings: [], cautions: [], doubted: false };
  return { name, purpose, environment, sql, ...nothing, attempt };
}

type Accepted = Extract<RunEvent, { type: "claim-accepted" }>;

export function onAccepted(state: LongFormState, event: Accepted): LongFormStep {
  const { answer, evidence, warnings = [], notes = [] } = event;
  const { rows: table } = answer;
  if (table === undefined)
    return onRefused(state, event.command, "It gave no rows to work with: write one query.");
  return taken(state, event.command, ({ failure: _, ...query }, { purpose, environment, sql }) => ({
    ...query,
    purpose,
    environment,
    sql,
    claim: event.command,
    columns: table.columns,
    rows: firstRows(table.rows),
    total: table.total,
    evidence,
    warnings: [
      ...warnings.flatMap((finding) => renderFinding("warning", finding)),
      ...(new Set(table.columns).size < table.columns.length ? [SAME_NAME] : []),
    ],
    cautions: [...new Set([...warnings, ...notes].map(({ message }) => message))].slice(0, MOST_CAUTIONS),
  }));
}

/** A query that was accepted before keeps what it gave then. */
export function onRefused(state: LongFormState, id: string, failure: string): LongFormStep {
  const text = clipped(failure, LONGEST.failure);
  return taken(state, id, (query, { purpose, environment, sql }) =>
    query.claim === undefined
      ? { ...query, purpose, environment, sql, failure: text }
      : { ...query, failure: text },
  );
}

function taken(
  state: LongFormState,
  id: string,
  change: (query: Omit<Query, "attempt">, attempt: NonNullable<Query["attempt"]>) => Query,
): LongFormStep {
  if (!state.waiting.includes(id)) return { state, commands: [] };
  const queries = state.queries.map(({ attempt, ...query }) => {
    if (attempt === undefined) return query;
    return attempt.command === id ? change(query, attempt) : { ...query, attempt };
  });
  const after = settled({ ...state, queries }, id);
  return after.waiting.length > 0 ? { state: after, commands: [] } : afterQueries(after);
}

/** At least one, however wide. */
function firstRows(rows: readonly (readonly Json[])[]): readonly (readonly Json[])[] {
  const first: (readonly Json[])[] = [];
  let characters = 0;
  for (const row of rows.slice(0, MOST_ROWS)) {
    const bounded = row.map(boundedCell);
    characters += JSON.stringify(bounded).length;
    if (characters > LONGEST.rows && first.length > 0) break;
    first.push(bounded);
  }
  return first;
}

function boundedCell(value: Json): Json {
  if (typeof value === "string") return clippedText(value, LONGEST.cell);
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > LONGEST.cell ? clippedText(text, LONGEST.cell) : value;
}

/** Replies that are kept for the synthesiser where there is something to write about. */
const KEPT = 2;

/** When all queries that were handed in have their results: more queries, mended ones, or what they come to. */
function afterQueries(state: LongFormState): LongFormStep {
  if (state.method === "iterative") return maySearch(state) ? ask(state, "investigator") : profile(state);
  const kept = state.queries.some(hasRows) ? KEPT : KEPT - 1;
  const mayMend =
    state.switches.mending && state.mendings < LONG_FORM_LIMITS.mendings && stepsLeft(state) > kept;
  if (!mayMend || !state.queries.some(isToMend)) return profile(state);
  return ask({ ...state, mendings: state.mendings + 1 }, "writer");
}

/** Reads the results whole. Without any row there is nothing to write a report about. */
export function profile(state: LongFormState): LongFormStep {
  const tables = state.queries.flatMap(({ name, claim, total }) =>
    claim === undefined || total === 0 ? [] : [{ name, claim }],
  );
  if (tables.length === 0) return nothingFound(state);
  const profiles = tables.map(({ name }) => name);
  return command(state, [{ type: "compute", role: "synthesiser", tables, profiles, sources: [] }]);
}

function nothingFound(state: LongFormState): LongFormStep {
  const reasons = state.queries.map((query) => {
    const why = query.claim === undefined ? `failed: ${whatIsWrong(query)}` : "gave no rows";
    return `${query.name} (${query.purpose}) ${why}`;
  });
  const reason = [
    reasons.length === 0 ? "Nothing was found out: no query was written." : "No query found anything.",
    ...reasons,
  ].join("\n");
  return finish(state, { type: "unanswerable", reason, words: [] });
}
