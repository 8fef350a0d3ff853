import type { FoundReading } from "../../../environment/readings.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnPlace, ValueLinkWord } from "../heuristics/lexicon/link.ts";
import { namingColumns } from "../heuristics/lexicon/naming-columns.ts";
import { personLinks } from "../heuristics/lexicon/person-links.ts";
import type { ValueMatch } from "../index/value-index.ts";
import { findColumn, findTable } from "../schema/find-table.ts";
import { type Alike, likenessOf } from "./likeness-of.ts";
import { cellReading } from "./reading-of-link.ts";
import { MOST_OF_ONE_NAME, sameNamedRows } from "./same-named-rows.ts";

const MOST_MATCHES = 40;
/** Of longer cells that nothing is called by, a few words are no name. */
const MOST_WORDS_OF_NO_NAME = 5;
/** Values of one name whose rows are looked at. */
const MOST_LOOKED_AT = 8;
/** People of one first or last name; more are no choice. */
const MOST_PEOPLE = 8;

interface Named extends ColumnPlace {
  readonly match: ValueMatch;
  readonly alike: Alike;
  /** Rows of the table are called by it. */
  readonly names: boolean;
}

/** Cells that the words may stand for, each with what tells it from the others; the best first. */
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
  // The article is a part of few names, and for near names it counts like any other word.
  const more = bare === words ? [] : (await services.index.findFuzzy(bare, options)).matches;
  return [...exact.matches, ...near.matches, ...more].flatMap((match): readonly Named[] => {
    const table = findTable(services, match.column.table, match.column.schema);
    const column = table && findColumn(services, table, match.column.column);
    const alike = likenessOf(words, match.value);
    if (!table || table.kind === "view" || !column || !alike) return [];
    if (column.primaryKeyPosition !== undefined && !namingColumns(table).includes(column)) return [];
    const names = namingColumns(table).includes(column);
    if (alike.likeness === "part" && !names && match.value.split(/\s+/u).length > MOST_WORDS_OF_NO_NAME)
      return [];
    const score = alike.score - (names ? 0 : 0.02);
    return [{ match, table, column, names, alike: { ...alike, score } }];
  });
}

/** Each cell once, and of columns of one table that hold the same the one that rows are called by: a title and its original. */
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
  // A first or last name is a part of what a person is called.
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
