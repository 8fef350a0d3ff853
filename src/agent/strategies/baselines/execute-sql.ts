import { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import type { Claim } from "../../../environment/answer.ts";
import type { SqlCapability } from "../../../environment/capabilities.ts";
import { type Concluded, defineEnvironment } from "../../../environment/define-environment.ts";
import { observe, type StateCall, toolFor } from "../../../environment/define-tool.ts";
import type { Environment } from "../../../environment/environment.ts";
import { type ToolFailure, toolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";
import type { Json } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { tableText } from "../../policies/round-reply.ts";
import type { Strategy } from "../../strategy.ts";
import { reactSteps } from "../react.ts";

/** The bare agent: `react` over `sqlClient`, so with one tool that runs SQL. */
export function executeSql(): Strategy {
  return { ...reactSteps({ asking: false }), name: "execute-sql" };
}

export const EXECUTE_SQL = "execute_sql";
/** Beside described tables: their names as data, for strategies. */
export const LIST_NAMES = "list_names";

const STATE = z.object({ last: z.string() });
type State = z.infer<typeof STATE>;
const tool = toolFor<State>();

/**
 * A database as clients show it: one tool that runs a query, rows as they are, and errors in the engine's own words. No checks, no search for
 * values, no advice. `tables`: all tables are described as CREATE statements, with their first rows or none; without it, nothing but the engine's name.
 *
 * @throws FuxiError `usage` for an environment without SQL, and where values are withheld from models
 */
export function sqlClient(environment: Environment, tables?: { readonly sampleRows: number }): Environment {
  const { id, kind, egress, targetKey, policyKey } = environment;
  const sql = clientSql(environment);
  const { name, version } = sql.engine ?? { name: sql.dialect, version: "" };
  const execute = tool({
    name: EXECUTE_SQL,
    description: "Runs one read-only SQL query.",
    group: "navigational",
    workspace: "writes",
    adds: true,
    essential: true,
    input: z.strictObject({ query: z.string() }),
    output: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.unknown())),
      truncated: z.boolean(),
    }),
    async run({ query }, { context }) {
      const { columns, rows, truncated } = await sql.query(query, { maxRows: context.limits.rows }, context);
      const count = `(${truncated ? "the first " : ""}${rows.length} row${rows.length === 1 ? "" : "s"})`;
      const lines = [columns, ...rows.map((row) => row.map(cell))].map((line) => line.join(" | "));
      const data = { columns: [...columns], rows: rows.map((row) => [...row]), truncated };
      return { observation: observe([...lines, count], data), state: { last: query } };
    },
  });
  const definitions = async (context: ActContext, { sampleRows } = { sampleRows: 0 }) =>
    (await sql.definitions?.({ sampleRows }, context)) ?? [];
  const list = tool({
    name: LIST_NAMES,
    description: "Lists the names of all tables and columns.",
    group: "navigational",
    input: z.strictObject({}),
    output: z.object({ names: z.array(z.string()) }),
    async run(_, { context }) {
      const names = (await definitions(context)).flatMap(({ name, declared }) => [
        name,
        ...(declared?.columns ?? []).map((column) => column.name),
      ]);
      return observe([names.join(", ")], { names });
    },
  });
  if (egress !== undefined) {
    const why = `${id} withholds values from models (egress ${egress}), and a plain SQL client shows them.`;
    throw new FuxiError("usage", why, { hint: "Use the strategy react, or allow values with --egress all." });
  }
  return defineEnvironment<State>({
    ...{ id, kind, ...given({ targetKey, policyKey }) },
    tools: tables === undefined ? [execute] : [execute, list],
    instructions:
      "The final answer is one SQL query whose result answers the question; without one, the last query that ran.",
    state: STATE,
    empty: () => ({ last: "" }),
    capabilities: { sql },
    async describe(context) {
      if (tables === undefined) return { text: `Engine: ${name} ${version}`.trim() };
      return { text: (await definitions(context, tables)).map(tableText).join("\n\n") };
    },
    conclude: (claim, call) => concludeWith(environment, claim, call),
    failureOf: engineFailure,
  });
}

/** The oracle runs the gold query as it is. */
function clientSql({ id, capabilities: { sql } }: Environment): SqlCapability {
  if (sql === undefined)
    throw new FuxiError("usage", `${id} has no SQL, and this strategy works with databases alone.`, {
      hint: "Use the strategy react.",
    });
  const { dialect, engine, query, definitions } = sql;
  const takeApart = (text: string) => [{ environment: id, tool: EXECUTE_SQL, arguments: { query: text } }];
  return { dialect, query, takeApart, ...given({ engine, definitions }) };
}

function cell(value: Json): string {
  if (value === null) return "NULL";
  return visibleText(typeof value === "string" ? value : JSON.stringify(value));
}

/** The named query, or the last that ran where words or nothing were handed in; what it gives is the database's own answer. */
async function concludeWith(
  environment: Environment,
  { text = "" }: Claim,
  { state: { last }, context }: StateCall<State>,
): Promise<Concluded> {
  const named = /^\s*(?:```\w*\s*)?\(*\s*(?:select|with|values)\b/iu.test(text) ? text : undefined;
  const query = named ?? (last === "" ? undefined : last);
  if (query === undefined) return { failure: toolFailure("no-answer", "No query was run or handed in.") };
  const workspace = await environment.openWorkspace(undefined, context);
  const concluded = await environment.conclude(workspace, { text: query }, context);
  const { failure } = concluded;
  if (failure === undefined) return concluded;
  return {
    failure: (await saidByEngine(environment, query, context)) ?? plain(failure.code, failure.message),
  };
}

/** What the engine itself says of a query. Undefined where it runs. */
async function saidByEngine(
  { capabilities: { sql } }: Environment,
  query: string,
  context: ActContext,
): Promise<ToolFailure | undefined> {
  try {
    await sql?.query(query, { maxRows: 1 }, context);
    return undefined;
  } catch (error) {
    const failure = engineFailure(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

function engineFailure(error: unknown): ToolFailure | undefined {
  if (!FuxiError.isInstance(error)) return undefined;
  if (error.code === "engine-timeout") return plain("time-limit", error.message);
  return error.code === "engine-error" ? plain("engine-refused", error.message) : undefined;
}

const plain = (code: ToolFailure["code"], message: string): ToolFailure => ({
  ...{ code, message, suggestions: [], bare: true },
});
