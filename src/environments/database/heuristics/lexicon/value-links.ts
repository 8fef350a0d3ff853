import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { FUNCTION_WORDS } from "../../../../util/english/words.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { valueMeanings } from "../../check/value-advice.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { ValueMatch } from "../../index/value-index.ts";
import type { ColumnSchema, DatabaseSchema } from "../../schema/database-schema.ts";
import { findColumn, findTable } from "../../schema/find-table.ts";
import type { TableColumn, ValueLinkWord } from "./link.ts";
import { nameLikeness } from "./name-likeness.ts";
import { personLinks } from "./person-links.ts";

const MOST_MATCHES = 40;

/** Cells that a span of the question may name: stored values, described meanings of codes, yes-no columns. */
export async function valueLinks(
  question: string,
  words: readonly Token[],
  at: number,
  end: number,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly ValueLinkWord[]> {
  const span = words.slice(at, end);
  const text = textBetween(question, words, at, end);
  // "IT" in capitals is a name, "it" is not.
  const isShort = at > 0 && span.length === 1 && /^\p{Lu}{2,4}$/u.test(text);
  if (!isShort && !mayBeValue(span)) return [];
  const asked = span.flatMap((word) => nameWords(word.folded));
  const cells = await storedCells(text, span, services, signal);
  const coded = span[0]?.kind === "quoted" ? [] : codedLinks(asked, services);
  const named = span.every((word) => word.kind === "quoted" || word.capital);
  const people = named && cells.length === 0 ? await personLinks(text, services, signal) : [];
  return [...cells, ...people, ...coded];
}

function mayBeValue(span: readonly Token[]): boolean {
  const [first, last] = [span[0], span.at(-1)];
  if (!first || !last || span.some((word) => word.kind === "quoted"))
    return span.length === 1 && first !== undefined;
  if (first.kind === "mark" || (last.kind === "mark" && last.folded !== ")")) return false;
  if (span.every((word) => word.kind === "number")) return false;
  const isFunction = (word: Token) => FUNCTION_WORDS.has(word.folded) || word.kind === "number";
  if (span.length === 1) return !isFunction(first);
  return (
    !span.every(isFunction) && (!FUNCTION_WORDS.has(first.folded) || first.capital) && last.folded !== "s"
  );
}

/** Stored values equal to these words, apart from case and marks. A merely similar name is never accepted. */
async function storedCells(
  text: string,
  span: readonly Token[],
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly ValueLinkWord[]> {
  const { matches } = await services.index.findExact(text, { limit: MOST_MATCHES, signal });
  if (matches.length > 0) {
    // Lower-case input implies no spelling: where "surgery" is a cell, "Surgery" of another column may be meant.
    const capital = text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
    const isExact = capital !== text && matches.some(({ tier }) => tier === "exact");
    const others = isExact
      ? (await services.index.findExact(capital, { limit: MOST_MATCHES, signal })).matches
      : [];
    const all = [...matches, ...others.filter(({ value }) => value === capital)];
    return all.flatMap((match) => toLink(match, text, 1, services));
  }
  const named = span.every((word) => word.kind === "quoted" || word.capital || word.kind !== "word");
  if (!named || (span.length === 1 && span[0]?.kind !== "quoted")) return [];
  const near = await services.index.findFuzzy(text, { limit: 5, signal });
  const same = near.matches.filter(({ value }) => lettersOf(value) === lettersOf(text));
  return same.flatMap((match) => toLink(match, text, 0.85, services));
}

function lettersOf(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

function toLink(
  match: ValueMatch,
  text: string,
  weight: number,
  services: DatabaseServices,
): readonly ValueLinkWord[] {
  const table = findTable(services, match.column.table, match.column.schema);
  const column = table && findColumn(services, table, match.column.column);
  if (!table || !column || table.kind === "view" || table.kind === "foreign") return [];
  const score = weight * (match.tier === "exact" ? 1 : 0.97);
  const note =
    match.value === text ? {} : { note: `Took "${text}" as ${table.name}.${column.name} '${match.value}'.` };
  return [{ kind: "value", table, column, values: [match.value], score, how: "cell", ...note }];
}

/** Codes and flags whose description or name has this meaning. */
export function codedLinks(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  return [...meanings(asked, services), ...flagsNamed(asked, services)];
}

/** A column of which values have a described meaning, or that is declared as a yes-no column. */
interface CodedColumn extends TableColumn {
  readonly meanings: ReturnType<typeof valueMeanings>;
}

const known = new WeakMap<DatabaseSchema, readonly CodedColumn[]>();

function codedColumns({ schema }: DatabaseServices): readonly CodedColumn[] {
  const kept = known.get(schema);
  if (kept) return kept;
  const found = schema.tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const described = valueMeanings(column);
      return described.length > 0 || isDeclaredFlag(column) ? [{ table, column, meanings: described }] : [];
    }),
  );
  known.set(schema, found);
  return found;
}

function meanings(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  if (asked.every((word) => FUNCTION_WORDS.has(word))) return [];
  return codedColumns(services).flatMap(({ table, column, meanings: described }) =>
    described.flatMap(({ value, meaning }): readonly ValueLinkWord[] => {
      const plain = meaning.replace(/\(.*?\)/gu, " ").split(/[,:]/u)[0] ?? "";
      const words = nameWords(plain);
      if (/^(yes|no|true|false|none|unknown)$/u.test(words.join(" "))) return [];
      const own = words.length > 1 && words[0] === "not" ? words.slice(1) : words;
      const likeness = nameLikeness(asked, own);
      if (likeness < 0.9) return [];
      const isNull = /^null$/iu.test(value);
      const negated = own !== words;
      if (negated && !isNull) return [];
      const note = `Took "${asked.join(" ")}" as ${table.name}.${column.name} ${isNull ? (negated ? "not NULL" : "NULL") : `= '${value}'`} (${meaning.trim()}).`;
      const nullness = isNull ? { isNull: negated ? ("not-null" as const) : ("null" as const) } : {};
      return [
        {
          kind: "value",
          table,
          column,
          values: [value],
          ...nullness,
          score: 0.95 * likeness,
          how: "meaning",
          note,
        },
      ];
    }),
  );
}

/** Yes-no columns whose name matches these words: "bar" for `has_bar`, "accessible" for `accessible`. */
function flagsNamed(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  return codedColumns(services).flatMap((coded): readonly ValueLinkWord[] => {
    const { table, column } = coded;
    const yes = yesOf(coded);
    if (yes === undefined) return [];
    const words = nameWords(column.name).filter((word) => word !== "is" && word !== "has");
    const likeness = nameLikeness(asked, words);
    if (likeness < 0.9) return [];
    const note = `Took "${asked.join(" ")}" as ${table.name}.${column.name} = ${yes}.`;
    return [{ kind: "value", table, column, values: [yes], score: 0.95 * likeness, how: "flag", note }];
  });
}

/** The column's value for yes, if it is described or declared as a yes-no column. */
function yesOf({ column, meanings: described }: CodedColumn): string | undefined {
  if (isDeclaredFlag(column)) return "true";
  const named = (wanted: RegExp) => described.find(({ meaning }) => wanted.test(meaning.trim()))?.value;
  return named(/^(no|false)\b/iu) === undefined ? undefined : named(/^(yes|true)\b/iu);
}

const isDeclaredFlag = ({ affinity, declaredType }: ColumnSchema): boolean =>
  affinity === "boolean" && declaredType.toLowerCase() === "boolean";
