import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { Json } from "../../../util/json.ts";
import { asData } from "../../prompts/data-marks.ts";
import type { Strategy } from "../../strategy.ts";
import { textsOf } from "../api-team/role-form.ts";
import { command, finish, NO_OUTPUT, type RoleStep } from "../role-turns.ts";
import {
  type BaselineState,
  baseline,
  DATA_RULE,
  handIn,
  requestFor,
  type SolvedQuestion,
  sqlMember,
  sqlOf,
} from "./baseline.ts";
import { bySimilarity, firstAlike, type SqlExample } from "./choose-examples.ts";
import { DEMONSTRATIONS } from "./demonstrations.ts";
import { EXECUTE_SQL, LIST_NAMES } from "./execute-sql.ts";
import { act } from "./graph-steps.ts";

/** Examples, and how many replies vote. */
export interface DailSqlOptions {
  /** Solved questions of other databases. Without one, six of a made-up library. */
  readonly examples?: readonly SolvedQuestion[];
  /** Examples that are shown: 7 unless given, as for BIRD; 9 for Spider. */
  readonly shots?: number;
  /** Replies that vote by the rows of their queries (self-consistency): 1 unless given; 5 in the paper. */
  readonly votes?: number;
}

type DailState = BaselineState & {
  /** Names of the database's tables and columns. */
  readonly names: readonly string[];
  /** The preliminary query, once it was asked for: empty where the reply had none. */
  readonly preliminary?: string;
  /** Queries of the replies, in order; empty for a reply without one. */
  readonly queries: readonly string[];
  /** The rows of queries that ran, as text. */
  readonly results: Readonly<Record<string, string>>;
};

type Step = RoleStep<DailState>;
type Settings = { readonly pool: readonly SqlExample[]; readonly shots: number; readonly votes: number };

const ROLE = "writer";

/**
 * DAIL-SQL (Gao et al., VLDB 2024): one prompt of the tables as code and of the examples as pairs of question and query, chosen by the masked question
 * and, in a second turn, by the skeleton of the query that the first turn gave; with votes, the rows that most queries give.
 */
export function dailSql({ examples = [], shots = 7, votes = 1 }: DailSqlOptions = {}): Strategy {
  const given = examples.flatMap(({ question, place, sql }) =>
    sql === undefined ? [] : [{ question, place, sql }],
  );
  const pool =
    given.length > 0
      ? given
      : DEMONSTRATIONS.map(({ question, sql }) => ({ question, sql, place: "library" }));
  const settings: Settings = { pool, shots, votes };
  return baseline<DailState>({
    name: "dail-sql",
    options: { shots, votes, pool: given.length },
    claim: "The query",
    start: { names: [], queries: [], results: {} },
    next: (state, event) => next(state, event, settings),
  });
}

function next(state: DailState, event: RunEvent, settings: Settings): Step {
  switch (event.type) {
    case "run-started":
      return act(state, ROLE, [{ tool: LIST_NAMES, arguments: {} }]);
    case "action-observed":
    case "action-failed": {
      const data = event.type === "action-observed" ? event.observation.data : {};
      if (event.action.tool === LIST_NAMES)
        return ask({ ...state, names: textsOf(data["names"]) }, settings, 1);
      const query = String(event.action.arguments.query);
      const rows = event.type === "action-observed" ? { [query]: rowsText(data["rows"]) } : {};
      const ran = { ...state, results: { ...state.results, ...rows } };
      return ran.waiting.length > 0 ? { state: ran, commands: [] } : handIn(ran, ROLE, votedFor(ran));
    }
    case "policy-replied": {
      const sql = sqlOf(event.reply.output?.["sql"]);
      if (state.preliminary === undefined)
        return ask({ ...state, preliminary: sql }, settings, settings.votes);
      const replied = { ...state, queries: [...state.queries, sql] };
      return state.waiting.length > 0
        ? { state: replied, commands: [] }
        : onReplies(replied, event.reply.problem?.message);
    }
    default:
      return { state, commands: [] };
  }
}

/** Asks for a query, or for so many that then vote. */
function ask(state: DailState, { pool, shots }: Settings, times: number): Step {
  const { task, names, preliminary } = state;
  const examples = firstAlike(bySimilarity(task.question, names, pool), shots, preliminary || undefined);
  const asked = requestFor(state, {
    instructions: `${INSTRUCTIONS} ${DATA_RULE}`,
    before: [
      asData(
        examples
          .map(({ question, sql }) => `-- ${question.replace(/\s+/gu, " ").trim()}\n${sql}`)
          .join("\n\n"),
      ),
    ],
    name: "query",
    members: sqlMember,
    example: { sql: "SELECT count(*) FROM author WHERE country = 'Norway'" },
  });
  return command(
    state,
    Array.from({ length: times }, () => ({
      type: "model",
      role: ROLE,
      request: { ...asked, described: true },
    })),
  );
}

const INSTRUCTIONS =
  "You translate a question into one SQL query over the tables below, and explain nothing. Questions on other databases with their queries show how questions like this one are translated.";

function onReplies(state: DailState, problem: string = NO_OUTPUT): Step {
  const distinct = [...new Set(state.queries)].filter((sql) => sql !== "");
  const [only, ...others] = distinct;
  if (only === undefined) return finish(state, { type: "stopped", reason: "no-action", message: problem });
  if (others.length === 0) return handIn(state, ROLE, only);
  return act(
    state,
    ROLE,
    distinct.map((query) => ({ tool: EXECUTE_SQL, arguments: { query } })),
  );
}

/** Rows regardless of their order. */
function rowsText(rows: Json | undefined): string {
  return Array.isArray(rows) ? JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()) : "";
}

/** The first query whose rows most replies give. Replies whose query fails have no vote; where all fail, the first query is taken. */
function votedFor({ queries, results }: DailState): string {
  const votes = Map.groupBy(
    queries.filter((sql) => Object.hasOwn(results, sql)),
    (sql) => results[sql],
  );
  const [most] = [...votes.values()].sort((a, b) => b.length - a.length);
  return most?.[0] ?? queries.find((sql) => sql !== "") ?? "";
}
