import { DatabaseSync } from "node:sqlite";
import type { ActContext } from "../../src/environment/act-context.ts";
import type { Action } from "../../src/environment/action.ts";
import type { DatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { cellJson } from "../../src/environments/database/tools/cell.ts";
import { executionMatch } from "../../src/evaluation/scores/sql/execution-match.ts";
import type { Json } from "../../src/util/json.ts";

export interface Replay {
  readonly ending: "gold-result" | "other-result" | "refused" | "not-taken-apart" | "not-concluded";
  /** What went wrong, one line each. */
  readonly problems: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly actions: number;
  readonly countsCompared: number;
  readonly countsWrong: number;
  /** Tools of the steps that told no count. */
  readonly untold: readonly string[];
  readonly observationCharacters: number;
  readonly milliseconds: readonly number[];
}

/** Gives each clause of a gold query to its tool, holds every row count against the engine, and compares the end with the gold result. */
export async function replayQuestion(
  environment: DatabaseEnvironment,
  engine: ReferenceEngine,
  gold: { readonly question: string; readonly sql: string },
  context: ActContext,
): Promise<Replay> {
  const problems: string[] = [];
  const untold: string[] = [];
  const milliseconds: number[] = [];
  const tally = { actions: 0, countsCompared: 0, countsWrong: 0, observationCharacters: 0 };
  const end = (ending: Replay["ending"], warnings: Replay["warnings"] = []): Replay => ({
    ending,
    problems,
    warnings,
    untold,
    milliseconds,
    ...tally,
  });
  const { sql: capability } = environment.capabilities;
  const actions = capability?.takeApart(gold.sql);
  if (!actions || !capability) return end("not-taken-apart");
  let workspace = await environment.openWorkspace({ question: gold.question }, context);
  const partial = new PartialQuery();
  for (const action of actions) {
    const before = performance.now();
    const { observation, failure, workspace: next } = await environment.act(workspace, action, context);
    milliseconds.push(performance.now() - before);
    tally.actions++;
    if (failure) {
      problems.push(`refused ${JSON.stringify(action.arguments)}: ${JSON.stringify(failure)}`);
      return end("refused");
    }
    workspace = next;
    tally.observationCharacters += observation.text.length;
    const counted = partial.after(action);
    if (counted === undefined) continue;
    const told = observation.data.rows;
    if (told === undefined) {
      untold.push(action.tool);
      continue;
    }
    const expected = await countRows(engine, counted);
    tally.countsCompared++;
    if (told === expected) continue;
    tally.countsWrong++;
    problems.push(
      `${action.tool} told ${String(told)} rows, the engine counts ${String(expected)}: ${counted}`,
    );
  }
  const check = { environment: environment.id, tool: "check_query", arguments: { query: "" } };
  const checked = await environment.act(workspace, check, context);
  if (checked.failure) problems.push(`finished draft not checked: ${JSON.stringify(checked.failure)}`);
  const warnings = checked.observation?.warnings ?? [];
  const concluded = await environment.conclude(workspace, {}, context);
  if (concluded.failure) {
    problems.push(JSON.stringify(concluded.failure));
    return end("not-concluded", warnings);
  }
  const ours = await capability.query(concluded.evidence.sql ?? "", { maxRows: 1_000_000 }, context);
  const wanted = comparableRows(await engine.rows(gold.sql));
  const same =
    executionMatch(comparableRows(ours.rows), wanted) && concluded.answer.rows?.total === wanted.length;
  if (!same) problems.push(`another result: ${concluded.evidence.sql}`);
  return end(same ? "gold-result" : "other-result", warnings);
}

/** Where two columns have the same name some engines take no query for a table, and the rows themselves are counted. */
async function countRows(engine: ReferenceEngine, sql: string): Promise<number> {
  try {
    const [[count] = []] = await engine.rows(`SELECT COUNT(*) FROM (${sql}) AS counted_rows`);
    return Number(count);
  } catch {
    return (await engine.rows(sql)).length;
  }
}

/** Rows of whatever client as values that can be compared: decimals that came as text are numbers. */
export function comparableRows(rows: readonly (readonly unknown[])[]): readonly (readonly Json[])[] {
  return rows.map((row) => row.map(comparableCell));
}

function comparableCell(cell: unknown): Json {
  if (typeof cell === "boolean") return Number(cell);
  if (typeof cell === "string") return /^-?\d+\.\d+$/u.test(cell) ? Number(cell) : cell;
  return cellJson(cell as Parameters<typeof cellJson>[0]);
}

interface Core {
  from?: string;
  where?: string;
  select?: string;
  group_by?: string;
  having?: string;
}

interface Query {
  /** `t(n)` for a CTE, absent for the main query. */
  heading?: string;
  readonly cores: Core[];
  readonly operators: string[];
  tail?: string;
}

const nameOf = (heading: string) => heading.replace(/^RECURSIVE\s+/i, "").replace(/[\s(].*$/s, "");

/** Puts the clauses together again without the code under test, so that the engine can count what each step should tell. */
class PartialQuery {
  readonly #ctes: Query[] = [];
  readonly #main: Query = { cores: [], operators: [] };

  /** The query whose rows the action should have told; undefined where it sets an empty clause. */
  after({ tool, arguments: args }: Action): string | undefined {
    const text = String(args[`${tool}_statement`]);
    const query = this.#queryOf(args);
    if (tool === "order_by") {
      query.tail = /^(limit|offset)\b/i.test(text) ? text : `ORDER BY ${text}`;
      return `${this.#with(query, query.cores.length)}${compound(query)} ${query.tail}`;
    }
    if (tool === "from") {
      if (args.operator !== undefined) query.operators.push(String(args.operator));
      query.cores.push({});
    }
    const numbered = /(?:^|\.)(\d+)$/.exec(String(args.part ?? ""));
    const at = tool === "from" ? query.cores.length - 1 : Number(numbered?.[1] ?? 1) - 1;
    const core = query.cores[at] as Core;
    core[tool as keyof Core] = text;
    if (text === "") return undefined;
    const before = this.#with(query, at);
    if (tool === "from") return `${before}SELECT 1 FROM ${text}`;
    if (tool === "where" && core.select === undefined)
      return `${before}SELECT 1 FROM ${core.from} WHERE ${text}`;
    return `${before}${full(core)}`;
  }

  #queryOf(args: Action["arguments"]): Query {
    const heading = args.name === undefined ? undefined : String(args.name);
    const part = String(args.part ?? "").replace(/\.\d+$/, "");
    const named = heading === undefined ? part : nameOf(heading);
    const found = this.#ctes.find((cte) => nameOf(cte.heading ?? "") === named);
    if (found) return found;
    if (heading === undefined) return this.#main;
    const cte: Query = { heading: heading.replace(/^RECURSIVE\s+/i, ""), cores: [], operators: [] };
    this.#ctes.push(cte);
    return cte;
  }

  /** The CTEs before a query; in a CTE's later SELECT also that CTE as far as its earlier SELECTs go. */
  #with(query: Query, core: number): string {
    const place = query === this.#main ? this.#ctes.length : this.#ctes.indexOf(query);
    const texts = this.#ctes
      .slice(0, place)
      .map((cte) => `${cte.heading} AS (${compound(cte)} ${cte.tail ?? ""})`);
    if (query !== this.#main && core > 0 && core < query.cores.length) {
      texts.push(`${query.heading} AS (${compound({ ...query, cores: query.cores.slice(0, core) })})`);
    }
    return texts.length === 0 ? "" : `WITH RECURSIVE ${texts.join(", ")} `;
  }
}

function compound({ cores, operators }: Query): string {
  return cores.map((core, at) => `${at > 0 ? ` ${operators[at - 1]} ` : ""}${full(core)}`).join("");
}

function full({ from, where, select = "", group_by, having }: Core): string {
  if (/^values\b/i.test(select)) return select;
  const window = /\sWINDOW\s[\s\S]*$/i.exec(select)?.[0] ?? "";
  const items = select.slice(0, select.length - window.length);
  const part = (keyword: string, text: string | undefined) => (text ? ` ${keyword} ${text}` : "");
  return `SELECT ${items}${part("FROM", from)}${part("WHERE", where)}${part("GROUP BY", group_by)}${part("HAVING", having)}${window}`;
}

export function sqliteReference(file: string): ReferenceEngine {
  const engine = new DatabaseSync(file, { readOnly: true, enableDoubleQuotedStringLiterals: true });
  return {
    async rows(sql) {
      const statement = engine.prepare(sql);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      return statement.all() as unknown as readonly (readonly unknown[])[];
    },
    async close() {
      engine.close();
    },
  };
}

/** The engine itself, asked through its own client and not through a driver of ours. */
export interface ReferenceEngine {
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}
