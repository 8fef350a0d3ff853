import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { FUNCTION_WORDS } from "../../../../util/english/words.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import { valueMeanings } from "../../check/value-advice.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { ValueMatch } from "../../index/value-index.ts";
import type { ColumnSchema } from "../../schema/database-schema.ts";
import { findColumn, findTable } from "../../schema/find-table.ts";
import type { ValueLinkWord } from "./link.ts";
import { nameLikeness } from "./name-likeness.ts";
import { personLinks } from "./person-links.ts";

const MOST_MATCHES = 40;

/** What cells a span of the question may stand for: stored values, described meanings of codes, yes-no columns. */
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
  // "IT" in capitals is a name, though "it" is none.
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

/** Stored values that are these very words, whatever their case and marks: a name that is only like them is never taken for it. */
async function storedCells(
  text: string,
  span: readonly Token[],
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly ValueLinkWord[]> {
  const { matches } = await services.index.findExact(text, { limit: MOST_MATCHES, signal });
  if (matches.length > 0) return matches.flatMap((match) => toLink(match, text, 1, services));
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
  if (!table || !column || table.kind === "view") return [];
  const score = weight * (match.tier === "exact" ? 1 : 0.97);
  const note =
    match.value === text ? {} : { note: `Took "${text}" as ${table.name}.${column.name} '${match.value}'.` };
  return [{ kind: "value", table, column, values: [match.value], score, how: "cell", ...note }];
}

/** Codes and flags whose description or name says that they mean this. */
export function codedLinks(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  return [...meanings(asked, services), ...flagsNamed(asked, services)];
}

function meanings(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  if (asked.every((word) => FUNCTION_WORDS.has(word))) return [];
  return services.schema.tables.flatMap((table) =>
    table.columns.flatMap((column) =>
      valueMeanings(column).flatMap(({ value, meaning }): readonly ValueLinkWord[] => {
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
    ),
  );
}

/** Columns that answer yes or no, when these words name what they ask: "bar" for `has_bar`, "accessible" for `accessible`. */
function flagsNamed(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  return services.schema.tables.flatMap((table) =>
    table.columns.flatMap((column): readonly ValueLinkWord[] => {
      const yes = yesOf(column);
      if (yes === undefined) return [];
      const words = nameWords(column.name).filter((word) => word !== "is" && word !== "has");
      const likeness = nameLikeness(asked, words);
      if (likeness < 0.9) return [];
      const note = `Took "${asked.join(" ")}" as ${table.name}.${column.name} = ${yes}.`;
      return [{ kind: "value", table, column, values: [yes], score: 0.95 * likeness, how: "flag", note }];
    }),
  );
}

/** How the column writes yes, where it is described or declared as one of yes and no. */
function yesOf(column: ColumnSchema): string | undefined {
  if (column.affinity === "boolean" && column.declaredType.toLowerCase() === "boolean") return "true";
  const meanings = valueMeanings(column);
  const named = (wanted: RegExp) => meanings.find(({ meaning }) => wanted.test(meaning.trim()))?.value;
  return named(/^(no|false)\b/iu) === undefined ? undefined : named(/^(yes|true)\b/iu);
}
