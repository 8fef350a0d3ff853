import type { FoundReading, Likeness } from "../../../environment/readings.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { wordsOf } from "../../../value-index/words-of.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { TableColumn, ValueLinkWord } from "../heuristics/lexicon/link.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import { personLinks } from "../heuristics/lexicon/person-links.ts";
import type { ValueMatch } from "../index/value-index.ts";
import { findColumn, findTable } from "../schema/find-table.ts";
import { cellReading } from "./reading-of-link.ts";
import { MOST_OF_ONE_NAME, sameNamedRows } from "./same-named-rows.ts";

/**
 * Readings as a choice: drops readings with the text of a better one, and replacements that several share (a city and a region of one name), which
 * would not make the question clear.
 */
export function tellingApart(found: readonly FoundReading[]): readonly FoundReading[] {
  const apart = found.filter(({ text }, at) => found.findIndex((other) => other.text === text) === at);
  return apart.map((reading) => {
    const { replacement, ...rest } = reading;
    const shared = apart.some((other) => other !== reading && other.replacement === replacement);
    return shared ? rest : reading;
  });
}

interface Alike {
  readonly likeness: Likeness;
  /** 0 to 1. */
  readonly score: number;
}

/** Most words of a name that a part of it may mean. */
const MOST_WORDS = 10;
const ARTICLES = new Set(["the", "a", "an", "le", "la", "les", "l", "el", "der", "die", "das", "il"]);
/** Score deduction per differing letter. It exceeds the lead by which a near name is taken without asking. */
const PER_EDIT = 0.16;
const MOST_EDITS = 4;

/** How a stored name matches a person's words; undefined where it does not. */
export function likenessOf(asked: string, stored: string): Alike | undefined {
  if (asked === stored) return { likeness: "same", score: 1 };
  const [one, other] = [wordsIn(asked), wordsIn(stored)];
  if (one.length === 0 || other.length === 0) return undefined;
  if (sameForm(one, other)) return { likeness: "form", score: 0.96 };
  return other.length > MOST_WORDS ? undefined : (partOf(bare(one), other) ?? nearTo(bare(one), other));
}

/** Splits words, also at elisions: "L'Étoile" is "Étoile" with its article. */
function wordsIn(text: string): readonly string[] {
  return wordsOf(foldText(text).replace(/(?<!\p{L})([dl])'(?=\p{L})/gu, "$1 "));
}

function sameForm(one: readonly string[], other: readonly string[]): boolean {
  if (one.join("") === other.join("")) return true;
  const [a, b] = [bare(one), bare(other)];
  if (a.length !== b.length) return false;
  const [last = "", lastOther = ""] = [a.at(-1), b.at(-1)];
  if (a.slice(0, -1).join(" ") === b.slice(0, -1).join(" ") && sameButForNumber(last, lastOther)) return true;
  return [...a].sort().join(" ") === [...b].sort().join(" ");
}

/** Matches "Lanterna" with "Lanterna Midi": the name contains all asked words in a row; better at its start or end. */
function partOf(asked: readonly string[], name: readonly string[]): Alike | undefined {
  const at = name.findIndex((_, from) => asked.every((word, i) => name[from + i] === word));
  if (at < 0 || asked.every((word) => ARTICLES.has(word) || /^\p{N}+$/u.test(word))) return undefined;
  const share = asked.join("").length / name.join("").length;
  const edge = at === 0 || at + asked.length === name.length ? 0.03 : 0;
  return { likeness: "part", score: 0.72 + 0.1 * share + edge };
}

/** Matches with typos in the whole name or, scored a little lower, in a part of it. Different numbers never match. */
function nearTo(asked: readonly string[], name: readonly string[]): Alike | undefined {
  let best: Alike | undefined;
  for (let from = 0; from + asked.length <= name.length; from++) {
    const part = name.slice(from, from + asked.length);
    const isWhole = part.length === name.length || part.join() === bare(name).join();
    const edits = editsByWord(asked, part);
    const score = edits === undefined ? 0 : (isWhole ? 0.85 : 0.69) - PER_EDIT * (edits - 1);
    if (score > (best?.score ?? 0)) best = { likeness: "near", score };
  }
  return best;
}

/** Number of edits; undefined where one word, or all together, need more edits than typos explain. */
function editsByWord(asked: readonly string[], name: readonly string[]): number | undefined {
  const most = Math.min(MOST_EDITS, Math.floor(asked.join("").length / 4));
  let edits = 0;
  for (const [at, word] of asked.entries()) {
    const other = name[at] ?? "";
    if (word === other) continue;
    const allowed = Math.min(3, Math.floor(Math.max(word.length, other.length) / 3));
    if (/\p{N}/u.test(word + other)) return undefined;
    edits += editDistance(word, other, allowed);
    if (editDistance(word, other, allowed) > allowed || edits > most) return undefined;
  }
  return edits > 0 ? edits : undefined;
}

/** The words without a leading article. */
function bare(words: readonly string[]): readonly string[] {
  return words.length > 1 && ARTICLES.has(words[0] ?? "") ? words.slice(1) : words;
}

const MOST_MATCHES = 40;
/** Most words of a cell that a part of it may mean, in a column that does not name rows. */
const MOST_WORDS_OF_NO_NAME = 5;
/** Most values whose rows are read. */
const MOST_LOOKED_AT = 8;
/** Most people of one first or last name that are offered; more are no choice. */
const MOST_PEOPLE = 8;

interface Named extends TableColumn {
  readonly match: ValueMatch;
  readonly alike: Alike;
  /** True if the column names the rows of its table. */
  readonly names: boolean;
}

/** Readings for cells that the words may mean, each with details that distinguish it from the others; best first. */
export async function valueReadings(
  words: string,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly FoundReading[]> {
  if (!/\p{L}/u.test(words)) return [];
  const found = once(await namedValues(words, services, signal));
  const readings: FoundReading[] = [];
  for (const [at, named] of found.entries()) {
    readings.push(...(await readingsOf(named, at < MOST_LOOKED_AT, services, signal)));
  }
  const people = await personLinks(words, services, signal);
  return [...people.flatMap((link) => wholeName(words, link)), ...readings];
}

async function namedValues(
  words: string,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly Named[]> {
  const options = { limit: MOST_MATCHES, signal };
  const bare = words.replace(/^(?:the|an?)\s+/iu, "");
  const [exact, near] = [
    await services.index.findExact(words, options),
    await services.index.findFuzzy(words, options),
  ];
  // Few names include an article, but fuzzy lookups count it like any other word, so the words are looked up without it too.
  const more = bare === words ? [] : (await services.index.findFuzzy(bare, options)).matches;
  return [...exact.matches, ...near.matches, ...more].flatMap((match): readonly Named[] => {
    const table = findTable(services, match.column.table, match.column.schema);
    const column = table && findColumn(services, table, match.column.column);
    const alike = likenessOf(words, match.value);
    if (!table || table.kind === "view" || table.kind === "foreign" || !column || !alike) return [];
    if (column.primaryKeyPosition !== undefined && !namingColumns(table).includes(column)) return [];
    const names = namingColumns(table).includes(column);
    if (alike.likeness === "part" && !names && match.value.split(/\s+/u).length > MOST_WORDS_OF_NO_NAME)
      return [];
    const score = alike.score - (names ? 0 : 0.02);
    return [{ match, table, column, names, alike: { ...alike, score } }];
  });
}

/** Removes duplicate cells. If several columns of a table hold the value (title and original title), the naming column stays. */
function once(found: readonly Named[]): readonly Named[] {
  const sorted = [...found].sort((a, b) => b.alike.score - a.alike.score);
  return sorted.filter(
    (one, at) =>
      sorted.findIndex(
        (other) => other.table === one.table && other.match.value === one.match.value && alikeUse(one, other),
      ) === at,
  );
}

function alikeUse(one: Named, other: Named): boolean {
  return (
    one.column === other.column ||
    (other.names && nameWords(one.column.name).some((word) => nameWords(other.column.name).includes(word)))
  );
}

async function readingsOf(
  named: Named,
  look: boolean,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<readonly FoundReading[]> {
  const { table, column, match, alike } = named;
  const pair = namingColumns(table).length === 2 && named.names;
  const rows =
    look && named.names && (pair || match.count > 1)
      ? await sameNamedRows(named, match.value, services, signal, pair ? MOST_PEOPLE : MOST_OF_ONE_NAME)
      : undefined;
  const link: ValueLinkWord = { kind: "value", table, column, values: [match.value], score: 1, how: "cell" };
  // A first or last name is only a part of a person's name.
  const partly: Alike =
    pair && alike.likeness !== "near" ? { likeness: "part", score: Math.min(alike.score, 0.8) } : alike;
  if (rows === undefined || (!pair && rows.length === 1))
    return cellReading(link, partly, { count: match.count });
  return rows.flatMap(({ key, name, told }) =>
    cellReading({ ...link, with: key }, partly, { name, told: told === "" ? table.name : told }),
  );
}

function wholeName(words: string, link: ValueLinkWord): readonly FoundReading[] {
  const name = `${link.values[0] ?? ""} ${link.with?.value ?? ""}`;
  return cellReading(link, likenessOf(words, name) ?? { likeness: "form", score: 0.95 });
}
