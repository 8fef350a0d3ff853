import { nameWords } from "../../../../util/name-words.ts";
import { valueMeanings } from "../../check/value-advice.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Mention, ValueLinkWord } from "../lexicon/link.ts";
import { wordLikeness } from "../lexicon/name-likeness.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import { isToOne, nearness, type Place, waysTo } from "./place.ts";
import { type Test, testAt } from "./query-writer.ts";
import { best, type Scored, scored } from "./scored.ts";

/**
 * Conditions that a verb puts on the tables between two things: "directed" on `credit.role` where the description says that D means
 * directed.
 */
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

/** People do not live where a column says that they were born. */
export function contradicts(verb: string | undefined, hops: readonly JoinStep[]): boolean {
  if (!/^(?:live|lives|lived|living|reside|resides)$/u.test(verb ?? "")) return false;
  const others = /^(?:birth|born|death|died)$/u;
  return hops.some(({ link }) =>
    link.fromColumns.some((name) => nameWords(name).some((word) => others.test(word))),
  );
}

/** Cells that words name, as a condition on the rows of a table: all of them in one column of it or of one that it is joined to. */
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
      const place = { table: link.table, column: link.column, hops };
      const score = Math.min(...links.map((each) => each.score)) * reach(link, hops);
      if (score < 0.5) continue;
      if (contradicts(verb, hops)) continue;
      const told = verbTests(verb, hops, context);
      if (verbTells && told.length === 0) continue;
      const test = await testOf(place, links, negated, context, told);
      found.push(
        scored(
          test,
          score,
          links.map((each) => each.note),
        ),
      );
    }
  }
  const own = found.some(
    ({ value, score }) => score >= 0.9 && value.kind === "column" && value.place.hops.length === 0,
  );
  // A cell of the asked rows themselves is meant rather than one that any of many related rows holds.
  const sorted = best(found.filter(({ value }) => !own || value.kind !== "among"));
  return sorted.filter((each) => each.score >= (sorted[0]?.score ?? 0) - 0.1);
}

/** What a row refers to by its name ("of Anna Weber") is nearly as likely meant as a cell of the row that reads the same. */
function reach(link: ValueLinkWord, hops: Place["hops"]): number {
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

/** Cells of a place as a test; over a join that multiplies rows, as the question whether there is one. */
export async function testOf(
  place: Place,
  links: readonly ValueLinkWord[],
  negated: boolean,
  context: CompileContext,
  besides: readonly Test[] = [],
): Promise<Test> {
  const apart = besides.length > 0 || !place.hops.every(isToOne);
  return testAt(place, await cellSql(place, links, negated && !apart, context), negated, besides);
}

async function cellSql(
  place: Place,
  links: readonly ValueLinkWord[],
  negated: boolean,
  context: CompileContext,
): Promise<(column: string) => string> {
  const [link] = links;
  if (link?.isNull) {
    const isNull = (link.isNull === "null") !== negated;
    return (column) => `${column} IS ${isNull ? "" : "NOT "}NULL`;
  }
  if (link?.with) return fullName(place, links, negated, context);
  const values = new Set<string>();
  for (const each of links)
    for (const value of each.values)
      for (const spelling of await spellings(place, value, each.how, context)) values.add(spelling);
  const literals = [...values].map((value) => literal(place, value, context));
  return (column) =>
    literals.length === 1
      ? `${column} ${negated ? "<>" : "="} ${literals[0]}`
      : `${column} ${negated ? "NOT " : ""}IN (${literals.join(", ")})`;
}

function fullName(
  place: Place,
  links: readonly ValueLinkWord[],
  negated: boolean,
  context: CompileContext,
): (column: string) => string {
  const people = (column: string) =>
    links.map((link) => {
      const last = link.with
        ? `${columnSql({ table: place.table, column: link.with.column }, context.services)} = ${literal({ ...place, column: link.with.column }, link.with.value, context)}`
        : "";
      return `${column} = ${literal(place, link.values[0] ?? "", context)} AND ${last}`;
    });
  return (column) => {
    const all = people(column).join(" OR ");
    return negated ? `NOT (${all})` : links.length > 1 ? `(${all})` : all;
  };
}

/** A value in all the ways in which its column writes it: other case, space around it. */
async function spellings(
  place: Place,
  value: string,
  how: ValueLinkWord["how"],
  context: CompileContext,
): Promise<readonly string[]> {
  if (how !== "cell" || place.column.affinity !== "text") return [value];
  const { dialect } = context.services.driver;
  const column = dialect.identifier(place.column.name);
  const same = `lower(trim(${column})) = lower(trim(${dialect.placeholder(1)}))`;
  const rows = await context.ask(
    `SELECT DISTINCT ${column} FROM ${qualifiedTable(context.services, place.table)} WHERE ${same}`,
    [value],
    20,
  );
  const found = rows.map(([cell]) => String(cell));
  return found.includes(value) ? found : [value, ...found];
}

function literal(place: Place, value: string, context: CompileContext): string {
  const { dialect } = context.services.driver;
  const bare =
    ["integer", "real", "decimal"].includes(place.column.affinity) && /^-?\d+(\.\d+)?$/u.test(value);
  return bare || (place.column.affinity === "boolean" && /^(true|false|0|1)$/iu.test(value))
    ? value
    : dialect.stringLiteral(value);
}
