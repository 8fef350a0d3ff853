import type { FailingPart, Finding, Suggestion, ToolFailure } from "../../src/environment/tool-failure.ts";
import type { ClauseName } from "../../src/environments/database/check/clause.ts";
import { ClauseCheck } from "../../src/environments/database/check/clause-check.ts";
import type { ScopedReference } from "../../src/environments/database/check/clause-expressions.ts";
import {
  type Comparison,
  comparisonsIn,
  type WrittenLiteral,
} from "../../src/environments/database/check/comparisons.ts";
import type { DatabaseServices } from "../../src/environments/database/database-services.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type {
  BinaryNode,
  CallNode,
  FromSource,
  QueryTree,
  SelectCore,
  Span,
} from "../../src/environments/database/sql/query-tree.ts";
import { readFrom } from "../../src/environments/database/sql/read-from.ts";
import { readQuery } from "../../src/environments/database/sql/read-query.ts";
import type { Seeded } from "../../test/support/random-programs.ts";
import { ended, typed } from "../common.ts";
import { benchContext, openDatabase } from "../environments.ts";
import type { GoldQuery } from "../gold-questions.ts";

export interface CheckedDatabase {
  readonly name: string;
  readonly services: DatabaseServices;
  /** What `check_query` says about a query: its failure, else its warnings; with its gold, no warning that this has as well. */
  check(sql: string, gold?: string): Promise<readonly (Finding | ToolFailure)[]>;
  /** How long `check_query` takes, with or without the question. */
  milliseconds(sql: string, question?: string): Promise<number>;
  /** Rows as one text, sorted unless the query orders them; undefined for an error. */
  result(sql: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** The databases of gold queries, each opened once. */
export class CheckedDatabases implements AsyncDisposable {
  readonly #opened = new Map<string, CheckedDatabase>();

  async of(gold: GoldQuery): Promise<CheckedDatabase> {
    const database = this.#opened.get(gold.database) ?? (await openChecked(gold));
    this.#opened.set(gold.database, database);
    return database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const database of this.#opened.values()) await database.close();
  }
}

async function openChecked({ database: name, file, descriptions }: GoldQuery): Promise<CheckedDatabase> {
  const driver = await openSqliteDriver({ path: file });
  const environment = await openDatabase(driver, descriptions, name);
  const context = benchContext();
  const workspace = await environment.openWorkspace(undefined, context);
  const textOf = ({ code, part }: Finding): string => `${code} ${part?.text}`;
  const ofGold = new Map<string, ReadonlySet<string>>();
  const look = async (sql: string) => {
    const action = { environment: name, tool: "check_query", arguments: { query: sql } };
    const { failure, observation } = await environment.act(workspace, action, context);
    return { failure, warnings: observation?.warnings ?? [] };
  };
  const warnedOf = async (gold: string) => {
    const known = ofGold.get(gold) ?? new Set((await look(gold)).warnings.map(textOf));
    ofGold.set(gold, known);
    return known;
  };
  return {
    name,
    services: environment.services,
    async check(sql, gold) {
      const known = gold === undefined ? new Set<string>() : await warnedOf(gold);
      const { failure, warnings } = await look(sql);
      return failure ? [failure] : warnings.filter((each) => !known.has(textOf(each)));
    },
    async milliseconds(sql, question) {
      const asked = await environment.openWorkspace(
        question === undefined ? undefined : { question },
        context,
      );
      const action = { environment: name, tool: "check_query", arguments: { query: sql } };
      const began = performance.now();
      await environment.act(asked, action, context);
      return performance.now() - began;
    },
    async result(sql) {
      try {
        const { rows } = await driver.query(sql, [], {
          maxRows: 20_000,
          milliseconds: 5000,
          signal: context.signal,
        });
        const texts = rows.map((row) =>
          row.map((cell) => (cell === null ? "∅" : String(cell))).join("\u0001"),
        );
        if (!/\border\s+by\b/iu.test(sql)) texts.sort();
        return texts.join("\u0002");
      } catch {
        return undefined;
      }
    },
    close: () => environment.close(),
  };
}

/** The places of a query that a mutation can touch. */
export interface QuerySites {
  readonly sql: string;
  readonly tree: QueryTree;
  readonly check: ClauseCheck;
  readonly columns: readonly ScopedReference[];
  readonly comparisons: readonly Comparison[];
  readonly calls: readonly CallNode[];
  readonly binaries: readonly BinaryNode[];
  /** Cores at the top of the query, with their sources. */
  readonly cores: readonly { readonly core: SelectCore; readonly sources: readonly FromSource[] }[];
}

export async function sitesOf(services: DatabaseServices, sql: string): Promise<QuerySites | undefined> {
  const { lexical } = services.driver.dialect;
  const tree = readQuery(sql, lexical);
  if (!tree) return undefined;
  const clause = { clause: "select", text: sql, sql, span: { start: 0, end: sql.length }, tree } as const;
  const check = new ClauseCheck({ services, clause, context: benchContext() });
  const { nodes, references: columns } = check;
  const calls = nodes.filter((node) => node.type === "call");
  const binaries = nodes.filter((node) => node.type === "binary");
  const comparisons = nodes.flatMap((node) => {
    if (node.type !== "binary" && node.type !== "in" && node.type !== "between") return [];
    if (node.type === "binary" && (node.operator === "AND" || node.operator === "OR")) return [];
    const inside = columns.find((each) => node.start <= each.node.start && each.node.end <= node.end);
    const made = inside ? comparisonsIn(check, { ...inside, node, place: "where" }) : [];
    return made.filter((each) => each.span.start === node.start && each.span.end === node.end);
  });
  const cores = tree.cores.map((core) => ({ core, sources: core.from ? readFrom(core.from, lexical) : [] }));
  return { sql, tree, check, columns, comparisons, calls, binaries, cores };
}

export function replaced(sql: string, { start, end }: Span, text: string): string {
  return sql.slice(0, start) + text + sql.slice(end);
}

/** A place of a query, what is written there instead, and which clauses may be named for it beside its own. */
export type Edit = readonly [span: Span, text: string, ...also: ClauseName[]];

/** Each literal of a comparison in other words. */
export const eachLiteral =
  (words: (literal: WrittenLiteral, comparison: Comparison, random: Seeded) => readonly string[]) =>
  ({ comparisons }: Pick<QuerySites, "comparisons">, random: Seeded): readonly Edit[] =>
    comparisons.flatMap((comparison) =>
      comparison.literals.flatMap((literal) =>
        words(literal, comparison, random).map((text): Edit => [literal, text]),
      ),
    );

export const isText = ({ kind }: WrittenLiteral, comparison: Comparison): boolean =>
  comparison.kind === "equal" && kind === "string";

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A query that is wrong in one place, and as it was. */
export interface Case {
  readonly sql: string;
  readonly gold: string;
  readonly database: CheckedDatabase;
}

/** In a random order those whose result is another than that of their gold, at most so many. */
export async function* differing<C extends Case>(all: readonly C[], random: Seeded, limit: number) {
  let done = 0;
  for (const each of random.shuffle(all)) {
    if (done >= limit) return;
    const wanted = await each.database.result(each.gold);
    if (wanted === undefined || (await each.database.result(each.sql)) === wanted) continue;
    done++;
    yield { ...each, wanted };
  }
}

/**
 * Puts a suggestion in place: inside the failing part when that stands once in the query (or where it covers `near`, the place that was
 * damaged), else at the first place where its text stands.
 */
export function applySuggestion(
  sql: string,
  part: FailingPart | undefined,
  suggestion: Suggestion,
  near: number,
): string | undefined {
  const replaces = suggestion.replaces ?? part?.text;
  if (replaces === undefined) return undefined;
  const text = part?.text ?? replaces;
  const place = nearest(sql, text, near);
  const inside = place === undefined ? undefined : nearest(text, replaces, near - place);
  const at = place !== undefined && inside !== undefined ? place + inside : nearest(sql, replaces, near);
  if (at === undefined) return undefined;
  return sql.slice(0, at) + suggestion.text + sql.slice(at + replaces.length);
}

function nearest(text: string, wanted: string, near: number): number | undefined {
  let best: number | undefined;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const distance = (from: number) =>
      from <= near && near <= from + wanted.length ? 0 : Math.abs(from - near);
    if (best === undefined || distance(at) < distance(best)) best = at;
  }
  return best;
}

/** The command line that the benchmarks of damaged queries share; ends the process where the folder is missing. */
export function clauseBenchOptions(name: string, limit: number) {
  // Only this class of faults, and cases of each class at most.
  const { flags, words } = typed({ verbose: false, class: "", seed: 1, limit });
  const usage = `node bench/${name}.ts <data-folder> [--verbose] [--class name] [--seed n] [--limit n]`;
  return { ...flags, folder: words[0] ?? ended(`Usage: ${usage}`) };
}
