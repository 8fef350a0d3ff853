import type { ActContext } from "../../../environment/act-context.ts";
import { FUNCTION_WORDS } from "../../../util/english/words.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { valueMeanings } from "../check/value-advice.ts";
import type { DatabaseServices } from "../database-services.ts";
import { PAUSE_MILLISECONDS } from "../index/index-on-demand.ts";
import { shortValueLists } from "../schema/coded-values.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { type Relevance, relevanceTo } from "../schema/prune-schema.ts";
import type { Offer } from "./clause-slots.ts";

/** A text column with few different values. */
interface CodedColumn {
  readonly table: TableSchema;
  readonly column: ColumnSchema;
  readonly values: readonly string[];
  /** True where nearly every row has a value of its own: names rather than codes. */
  readonly isNaming: boolean;
}

/** Up to so many values a list of them is worth reading. */
const BOUNDS = { values: 40, longestValue: 60, longestList: 1000, milliseconds: 1000 };

/** Keys made by machines, addresses: nobody asks for one of a list of them. */
const IDENTIFIER = /^(?=.*\d)(?=.*\p{L})[\p{L}\p{N}_-]{12,}$|@|:\/\//u;

interface Kept {
  readonly version: string;
  readonly readAt: number;
  readonly columns: Promise<readonly CodedColumn[]>;
}

const kept = new WeakMap<TableSchema, Kept>();

/** The coded columns of the tables, read once while the data do not change; on a server that others write to, at most once a minute. */
export async function codedColumns(
  tables: readonly TableSchema[],
  services: DatabaseServices,
  context: ActContext,
): Promise<readonly CodedColumn[]> {
  const { driver } = services;
  const version = await driver.dataVersion(context.signal);
  const isShared = driver.columnStatistics !== undefined;
  const isBelieved = (own: Kept) =>
    own.version === version || (isShared && performance.now() - own.readAt < PAUSE_MILLISECONDS);
  const found: CodedColumn[] = [];
  for (const table of tables) {
    const before = kept.get(table);
    const own =
      before !== undefined && isBelieved(before)
        ? before
        : { version, readAt: performance.now(), columns: ofTable(table, services, context) };
    kept.set(table, own);
    found.push(
      ...(await own.columns.catch((error: unknown) => {
        kept.delete(table);
        throw error;
      })),
    );
  }
  return found;
}

async function ofTable(
  table: TableSchema,
  services: DatabaseServices,
  context: ActContext,
): Promise<readonly CodedColumn[]> {
  const refers = (name: string) => table.foreignKeys.some((key) => key.columns.includes(name));
  const texts = table.columns.filter(
    ({ affinity, name }) => (affinity === "text" || affinity === "other") && !refers(name),
  );
  const lists = await shortValueLists(table, texts, BOUNDS, services, context);
  return texts.flatMap((column) => {
    const values = column.enumValues ?? lists.get(column.name);
    if (values === undefined || values.length === 0 || values.some((value) => IDENTIFIER.test(value)))
      return [];
    const rows = table.rowCount?.value ?? Number.POSITIVE_INFINITY;
    return [{ table, column, values, isNaming: values.length > 8 && values.length > 0.7 * rows }];
  });
}

const LEAST_RELEVANT = 0.5;
const DAY = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/u;
const DATED_WORDS =
  /\b(?:when|dates?|days?|months?|years?|before|after|since|until|recent|latest|earliest|oldest|youngest|born|(?:19|20)\d\d|\d+[-/.]\d+[-/.]\d+)\b/iu;

/**
 * Lists of the values of coded columns: first those of which a value, or what its description says it means, stands in the words, then
 * those whose names do.
 */
export function codedOffers(words: string, coded: readonly CodedColumn[]): readonly Offer[] {
  const relevance = relevanceTo(words);
  const asked = nameWords(words).filter((word) => !FUNCTION_WORDS.has(word));
  return coded.map(({ table, column, values, isNaming }) => {
    const place = { table: table.name, column: column.name };
    const named = nearness(column, relevance);
    const near = 2 * named + relevance.score(table.name);
    const meant = meansAsked(column, asked) ? 1 : 0;
    const held = Math.max(meant, ...values.map((value) => valueNearness(value, asked, relevance)));
    const worth = held >= LEAST_RELEVANT ? 4 + 2.5 * held + 0.5 * near : (isNaming ? 0.5 : 2.5) + near;
    return {
      tool: values.every((value) => DAY.test(value)) ? "get_date_format" : "get_distinct_values",
      arguments: place,
      worth,
    };
  });
}

/** The values of other text columns, and the form of dates, where the words name the column. */
export function namedColumnOffers(words: string, tables: readonly TableSchema[]): readonly Offer[] {
  const relevance = relevanceTo(words);
  const dated = DATED_WORDS.test(words);
  return tables.flatMap((table) =>
    table.columns.flatMap((column): readonly Offer[] => {
      const near = nearness(column, relevance);
      const score = near + 0.5 * relevance.score(table.name);
      const place = { table: table.name, column: column.name };
      if (isDate(column)) {
        const worth = dated ? 4 + score : 1 + score;
        return score > LEAST_RELEVANT || dated ? [{ tool: "get_date_format", arguments: place, worth }] : [];
      }
      if (column.affinity !== "text" || near <= LEAST_RELEVANT) return [];
      return [{ tool: "get_distinct_values", arguments: place, worth: 2 + score }];
    }),
  );
}

function isDate({ affinity, name, declaredType }: ColumnSchema): boolean {
  if (affinity === "date" || affinity === "datetime") return true;
  return (
    affinity !== "integer" &&
    affinity !== "real" &&
    /date|time|day\b|year|month/iu.test(`${declaredType} ${name}`)
  );
}

function nearness({ name, description }: ColumnSchema, relevance: Relevance): number {
  return Math.max(relevance.score(name), description?.name ? relevance.score(description.name) : 0);
}

/** A code of one or two letters stands for a word that begins with it (`F`: female). */
function valueNearness(value: string, asked: readonly string[], relevance: Relevance): number {
  const folded = foldText(value);
  if (/^\p{L}{1,2}$/u.test(folded)) return asked.some((word) => word.startsWith(folded)) ? 0.6 : 0;
  return /\p{L}/u.test(folded) ? relevance.score(value) : 0;
}

function meansAsked(column: ColumnSchema, asked: readonly string[]): boolean {
  return valueMeanings(column).some(({ meaning }) => {
    const own = nameWords(meaning.replace(/\(.*?\)/gu, " ").split(/[,:;]/u)[0] ?? "");
    return (
      own.length > 0 &&
      !own.every((word) => FUNCTION_WORDS.has(word) || /^(?:yes|no|true|false|unknown)$/u.test(word)) &&
      own.every((word) => FUNCTION_WORDS.has(word) || asked.some((other) => sameButForNumber(word, other)))
    );
  });
}
