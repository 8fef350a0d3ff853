import { z } from "zod";
import {
  egressLevel,
  forBoth,
  type Marked,
  ownText,
  redacted,
  say,
  schemaName,
} from "../../../environment/egress/marks.ts";
import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { Json } from "../../../util/json.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { Link, TableColumn, ValueLinkWord } from "../heuristics/lexicon/link.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import { findColumn, findTable } from "../schema/find-table.ts";

const LONGEST_ABOUT = 100;
const LONGEST_VALUE = 80;

/** A table, a column or a described value as a reading for a person; none where its token would be too long. */
export function readingOfLink(
  link: Link,
  alike: { readonly likeness: Likeness; readonly score: number },
): readonly FoundReading[] {
  const token = tokenOf(link);
  if (token === undefined) return [];
  if (link.kind === "value" && link.how === "cell") return cellReading(link, alike);
  const both = forBoth(() => {
    const about = shownAbout(link);
    const short = about.length > LONGEST_ABOUT ? `${about.slice(0, LONGEST_ABOUT - 1)}…` : about;
    return say`${nameOf(link)}${about === "" ? "" : say`: ${ownText(short)}`}`;
  });
  return [{ ...both, kind: link.kind, ...alike, ...replacementOf(link), token }];
}

function nameOf(link: Link): Marked {
  const table = schemaName(link.table.name);
  if (link.kind === "table") return say`the table ${table}`;
  const column = say`${table}.${schemaName(link.column.name)}`;
  if (link.kind === "column") return say`the column ${column}`;
  if (link.isNull !== undefined)
    return say`${column} ${link.isNull === "null" ? "without a value" : "with a value"}`;
  return say`${column} = '${redacted(link.values[0] ?? "")}'`;
}

/** The name to use in the question instead; codes and flags have none. */
function replacementOf(link: Link): { readonly replacement?: string } {
  if (link.kind === "value") return {};
  const name = nameWords(link.kind === "table" ? link.table.name : link.column.name).join(" ");
  return link.kind === "table"
    ? { replacement: name }
    : { replacement: `${foldText(link.table.name)} ${name}` };
}

export function aboutOf(link: Link): string {
  if (link.kind === "table") return clean(link.table.comment ?? "");
  const { description, comment } = link.column;
  if (link.kind === "value") {
    const meaning = /\(([^()]*)\)\.$/u.exec(link.note ?? "")?.[1];
    return clean(meaning ?? description?.text ?? comment ?? "");
  }
  return clean(description?.text ?? comment ?? "");
}

/** The description that may be shown. Under an egress level, comments and meanings of codes count as data; given descriptions do not. */
function shownAbout(link: Link): string {
  if (egressLevel() === undefined) return aboutOf(link);
  return link.kind === "column" ? clean(link.column.description?.text ?? "") : "";
}

function clean(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** The reading of a cell: `film "The Last Ferry" (film.title)`; `told` replaces the column in brackets. */
export function cellReading(
  link: ValueLinkWord,
  alike: { readonly likeness: Likeness; readonly score: number },
  more: { readonly name?: string; readonly told?: string; readonly count?: number } = {},
): readonly FoundReading[] {
  const token = tokenOf(link);
  if (token === undefined) return [];
  const { table, column, with: second } = link;
  const own = second === undefined ? (link.values[0] ?? "") : `${link.values[0] ?? ""} ${second.value}`;
  const name = more.name ?? own;
  const count = more.count ?? 1;
  const both = forBoth(() => {
    const place = say`${schemaName(table.name)}.${schemaName(column.name)}`;
    const also = second === undefined ? "" : say` and ${schemaName(second.column.name)}`;
    const where = say`${place}${also}${count > 1 ? say`, ${count} rows` : ""}`;
    const told = more.told === undefined ? where : redacted(more.told);
    return say`${schemaName(nounOf(link))} "${redacted(shortened(name))}" (${told})`;
  });
  return [{ ...both, kind: "value", ...alike, replacement: name, token }];
}

/** The noun for a cell: the row's kind, if the cell is the row's name or a part of it; else the column's name. */
function nounOf({ table, column, with: second }: TableColumn & Pick<ValueLinkWord, "with">): string {
  const naming = namingColumns(table);
  const isRow = second !== undefined || (naming.length === 1 && naming[0] === column);
  return nameWords(isRow ? table.name : (column.description?.name ?? column.name)).join(" ");
}

function shortened(value: string): string {
  // Keeps runs of spaces, because the shown value may be used to find the cell.
  const line = value.replace(/[^\S ]+/gu, " ");
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line;
}

const LONGEST = 500;

const cell = z.strictObject({ column: z.string(), value: z.string() });
const token = z.strictObject({
  schema: z.string().exactOptional(),
  table: z.string(),
  column: z.string().exactOptional(),
  value: z.string().exactOptional(),
  how: z.enum(["cell", "meaning", "flag"]).exactOptional(),
  isNull: z.enum(["null", "not-null"]).exactOptional(),
  with: cell.exactOptional(),
});

/** The token that identifies a reading later; undefined if it would be too long. */
export function tokenOf(link: Link): Json | undefined {
  const made: Json = {
    ...(link.table.schema === undefined ? {} : { schema: link.table.schema }),
    table: link.table.name,
    ...(link.kind === "table" ? {} : { column: link.column.name }),
    ...(link.kind === "value" ? cellOf(link) : {}),
  };
  return JSON.stringify(made).length <= LONGEST ? made : undefined;
}

function cellOf({ values, how, isNull, with: second }: ValueLinkWord) {
  return {
    value: values[0] ?? "",
    how,
    ...(isNull === undefined ? {} : { isNull }),
    ...(second === undefined ? {} : { with: { column: second.column.name, value: second.value } }),
  };
}

/** The link of a token; undefined for a foreign token, or if its table, column or value no longer exists. */
export function linkOfToken(given: Json | undefined, services: DatabaseServices): Link | undefined {
  const read = token.safeParse(given);
  if (!read.success) return undefined;
  const { schema, column: name, value, how = "cell", isNull, with: second } = read.data;
  const table = findTable(services, read.data.table, schema);
  if (table === undefined) return undefined;
  if (name === undefined) return { kind: "table", table, score: 1 };
  const column = findColumn(services, table, name);
  if (column === undefined) return undefined;
  if (value === undefined) return { kind: "column", table, column, score: 1 };
  const other = second && findColumn(services, table, second.column);
  if (second !== undefined && other === undefined) return undefined;
  return {
    kind: "value",
    table,
    column,
    values: [value],
    how,
    score: 1,
    ...(isNull === undefined ? {} : { isNull }),
    ...(second && other ? { with: { column: other, value: second.value } } : {}),
  };
}
