import { maySearch } from "./investigator.ts";
import { LONG_FORM_LIMITS } from "./long-form-limits.ts";
import { hasRows, type LongFormState, stepsLeft } from "./long-form-state.ts";
import { ask, command, finish, type LongFormStep } from "./long-form-step.ts";
import { isToMend, whatIsWrong } from "./queries-to-mend.ts";

/** Replies that are kept for the synthesiser where there is something to write about. */
const KEPT = 2;

/** When all queries that were handed in have their results: more queries, mended ones, or what they come to. */
export function afterQueries(state: LongFormState): LongFormStep {
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
