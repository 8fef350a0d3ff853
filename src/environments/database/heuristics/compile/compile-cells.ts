import { nameWords } from "../../../../util/name-words.ts";
import { valueMeanings } from "../../check/value-advice.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Mention, TableColumn, ValueLinkWord } from "../lexicon/link.ts";
import { wordLikeness } from "../lexicon/name-likeness.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { type ColumnPath, isToOne, nearness, waysTo } from "./column-path.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import { type Test, testAt } from "./query-writer.ts";
import { best, type Scored, scored } from "./scored.ts";

/** Conditions that a verb puts on the tables between two others: "directed" on `credit.role` where the description says that D means directed. */
export function verbTests(
  verb: string | undefined,
  hops: readonly JoinStep[],
  context: CompileContext,
): readonly Test[] {
  if (verb === undefined) return [];
  return hops.flatMap(({ next: table }) =>
    table.columns.flatMap((column) =>
      valueMeanings(column)
        .filter(({ meaning }) => wordLikeness(verb, nameWords(meaning)[0] ?? "") >= 0.85)
        .map(({ value }): Test => {
          const numeric = ["integer", "real", "decimal"].includes(column.affinity);
          const literal = numeric ? value : context.services.driver.dialect.stringLiteral(value);
          return { kind: "fixed", sql: `${columnSql({ table, column }, context.services)} = ${literal}` };
        }),
    ),
  );
}

/** "Lives in" does not fit a join over a birth or death column. */
export function contradicts(verb: string | undefined, hops: readonly JoinStep[]): boolean {
  if (!/^(?:live|lives|lived|living|reside|resides)$/u.test(verb ?? "")) return false;
  const others = /^(?:birth|born|death|died)$/u;
  return hops.some(({ link }) =>
    link.fromColumns.some((name) => nameWords(name).some((word) => others.test(word))),
  );
}

/** Cells named by words, as a condition on a table's rows. All cells are in one column, of the table itself or of one joined to it. */
export async function compileCells(
  mentions: readonly Mention[],
  negated: boolean,
  root: TableSchema,
  context: CompileContext,
  verb?: string,
  verbTells = false,
): Promise<readonly Scored<Test>[]> {
  const [first, ...rest] = mentions;
  if (!first) return [];
  const found: Scored<Test>[] = [];
  for (const link of first.links) {
    if (link.kind !== "value") continue;
    const others = rest.map((each) => sameColumn(each, link));
    if (others.some((other) => other === undefined)) continue;
    const links = [link, ...others.filter((other) => other !== undefined)];
    for (const hops of waysTo(root, link.table, context.services)) {
      const path = { table: link.table, column: link.column, hops };
      const score = Math.min(...links.map((each) => each.score)) * reach(link, hops);
      if (score < 0.5) continue;
      if (contradicts(verb, hops)) continue;
      const verbConditions = verbTests(verb, hops, context);
      if (verbTells && verbConditions.length === 0) continue;
      const test = await testOf(path, links, negated, context, verbConditions);
      const missing = test.kind === "column" && negated ? await missingNote(path, context) : undefined;
      found.push(scored(test, score, [...links.map((each) => each.note), missing]));
    }
  }
  const own = found.some(
    ({ value, score }) => score >= 0.9 && value.kind === "column" && value.path.hops.length === 0,
  );
  // A cell of the asked rows themselves beats a cell of any of many related rows.
  const sorted = best(found.filter(({ value }) => !own || value.kind !== "among"));
  const most = sorted[0]?.score ?? 0;
  if (own || sorted[0]?.value.kind === "column") return sorted.filter((each) => each.score >= most - 0.1);
  // Among columns of related rows the distance is no evidence, so all get the same score.
  return sorted.filter((each) => each.score >= most - 0.3).map((each) => ({ ...each, score: most }));
}

/** A referenced row's name ("of Anna Weber") is nearly as likely meant as a cell of the row itself. */
function reach(link: ValueLinkWord, hops: ColumnPath["hops"]): number {
  const named = link.how === "cell" && hops.every(isToOne) && namingColumns(link.table)[0] === link.column;
  return named ? Math.sqrt(nearness(hops)) : nearness(hops);
}

function sameColumn(mention: Mention, link: ValueLinkWord): ValueLinkWord | undefined {
  return mention.links.find(
    (each): each is ValueLinkWord =>
      each.kind === "value" &&
      each.column === link.column &&
      each.how === link.how &&
      (each.with === undefined) === (link.with === undefined),
  );
}

/** The test for cells of a column; over a join that multiplies rows, whether a matching row exists. */
export async function testOf(
  path: ColumnPath,
  links: readonly ValueLinkWord[],
  negated: boolean,
  context: CompileContext,
  besides: readonly Test[] = [],
): Promise<Test> {
  const apart = besides.length > 0 || !path.hops.every(isToOne);
  return testAt(path, await cellSql(path, links, negated && !apart, context), negated, besides);
}

/** What "other than" leaves out: rows of which the value is not known. */
export async function missingNote(field: TableColumn, context: CompileContext): Promise<string | undefined> {
  return (await hasMissing(field, context))
    ? `Rows without ${field.table.name}.${field.column.name} are left out: whether they have another value is not known.`
    : undefined;
}

/** True if rows of the table have no value in the column. */
export async function hasMissing(
  { table, column }: TableColumn,
  { services, ask }: CompileContext,
): Promise<boolean> {
  if (!column.nullable) return false;
  const name = services.driver.dialect.identifier(column.name);
  const sql = `SELECT 1 FROM ${qualifiedTable(services, table)} WHERE ${name} IS NULL LIMIT 1`;
  return (await ask(sql, [], 1)).length > 0;
}

async function cellSql(
  path: ColumnPath,
  links: readonly ValueLinkWord[],
  negated: boolean,
  context: CompileContext,
): Promise<(column: string) => string> {
  const [link] = links;
  if (link?.isNull) {
    const isNull = (link.isNull === "null") !== negated;
    return (column) => `${column} IS ${isNull ? "" : "NOT "}NULL`;
  }
  if (link?.with) return fullName(path, links, negated, context);
  const values = new Set<string>();
  for (const each of links)
    for (const value of each.values)
      for (const spelling of await spellings(path, value, each.how, context)) values.add(spelling);
  const literals = [...values].map((value) => literal(path, value, context));
  return (column) =>
    literals.length === 1
      ? `${column} ${negated ? "<>" : "="} ${literals[0]}`
      : `${column} ${negated ? "NOT " : ""}IN (${literals.join(", ")})`;
}

function fullName(
  path: ColumnPath,
  links: readonly ValueLinkWord[],
  negated: boolean,
  context: CompileContext,
): (column: string) => string {
  const people = (column: string) =>
    links.map((link) => {
      const last = link.with
        ? `${columnSql({ table: path.table, column: link.with.column }, context.services)} = ${literal({ ...path, column: link.with.column }, link.with.value, context)}`
        : "";
      return `${column} = ${literal(path, link.values[0] ?? "", context)} AND ${last}`;
    });
  return (column) => {
    const all = people(column).join(" OR ");
    return negated ? `NOT (${all})` : links.length > 1 ? `(${all})` : all;
  };
}

/** All spellings of a value in its column: other case, surrounding space. */
async function spellings(
  path: ColumnPath,
  value: string,
  how: ValueLinkWord["how"],
  context: CompileContext,
): Promise<readonly string[]> {
  if (how !== "cell" || path.column.affinity !== "text") return [value];
  const { dialect } = context.services.driver;
  const column = dialect.identifier(path.column.name);
  const same = `lower(trim(${column})) = lower(trim(${dialect.placeholder(1)}))`;
  const rows = await context.ask(
    `SELECT DISTINCT ${column} FROM ${qualifiedTable(context.services, path.table)} WHERE ${same}`,
    [value],
    20,
  );
  const found = rows.map(([cell]) => String(cell));
  return found.includes(value) ? found : [value, ...found];
}

function literal(path: ColumnPath, value: string, context: CompileContext): string {
  const { dialect } = context.services.driver;
  const bare =
    ["integer", "real", "decimal"].includes(path.column.affinity) && /^-?\d+(\.\d+)?$/u.test(value);
  return bare || (path.column.affinity === "boolean" && /^(true|false|0|1)$/iu.test(value))
    ? value
    : dialect.stringLiteral(value);
}
