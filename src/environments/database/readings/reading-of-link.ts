import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { ColumnPlace, Link, ValueLinkWord } from "../heuristics/lexicon/link.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import { tokenOf } from "./reading-token.ts";

const LONGEST_ABOUT = 100;
const LONGEST_VALUE = 80;

/** A table, a column or a described value as a reading for a person; none where its mark would be too long. */
export function readingOfLink(
  link: Link,
  alike: { readonly likeness: Likeness; readonly score: number },
): readonly FoundReading[] {
  const token = tokenOf(link);
  if (token === undefined) return [];
  if (link.kind === "value" && link.how === "cell") return cellReading(link, alike);
  const about = aboutOf(link);
  const told =
    about === "" ? "" : `: ${about.length > LONGEST_ABOUT ? `${about.slice(0, LONGEST_ABOUT - 1)}…` : about}`;
  const text = `${nameOf(link)}${told}`;
  return [{ text, kind: link.kind, ...alike, ...replacementOf(link), token }];
}

function nameOf(link: Link): string {
  if (link.kind === "table") return `the table ${link.table.name}`;
  const column = `${link.table.name}.${link.column.name}`;
  if (link.kind === "column") return `the column ${column}`;
  if (link.isNull !== undefined)
    return `${column} ${link.isNull === "null" ? "without a value" : "with a value"}`;
  return `${column} = '${link.values[0] ?? ""}'`;
}

/** Codes and flags have no name that the question could use instead. */
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

function clean(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** A cell: `film "The Last Ferry" (film.title)`; `told` in place of where it stands. */
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
  const places = second === undefined || more.told !== undefined ? "" : ` and ${second.column.name}`;
  const many = (more.count ?? 1) > 1 ? `, ${more.count} rows` : "";
  const told = more.told ?? `${table.name}.${column.name}${places}${many}`;
  const text = `${nounOf(link)} "${shortened(name)}" (${told})`;
  return [{ text, kind: "value", ...alike, replacement: name, token }];
}

/** What a row is, where the cell is what it is called by or together with another; else what the column is. */
function nounOf({ table, column, with: second }: ColumnPlace & Pick<ValueLinkWord, "with">): string {
  const naming = namingColumns(table);
  const isRow = second !== undefined || (naming.length === 1 && naming[0] === column);
  return nameWords(isRow ? table.name : (column.description?.name ?? column.name)).join(" ");
}

function shortened(value: string): string {
  // Runs of spaces stay: a value found in the data is used as it is shown.
  const line = value.replace(/[^\S ]+/gu, " ");
  return line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE - 1)}…` : line;
}
