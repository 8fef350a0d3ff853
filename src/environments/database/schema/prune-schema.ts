import type { Description } from "../../../environment/environment.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { LookupResult } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "./database-schema.ts";
import { joinedTables, joinPaths } from "./join-paths.ts";
import { renderTable, tokensOf } from "./render-schema.ts";
import { tableLinks } from "./table-links.ts";

/** Words that say nothing about a value or a column. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be by did do does for from give has have how i in is it its list many me much of on or show that the their
  there they this to was were what when where which who whose with you`.split(/\s+/u),
);

export interface Relevance {
  /** 0 where nothing in the text has to do with the question; 1 where all of it stands there. */
  score(text: string): number;
}

/** How much of a text stands in the question, by words and by three-letter parts of words (`heroes` and `superhero`). */
export function relevanceTo(question: string | undefined): Relevance {
  const asked = contentWords(question ?? "");
  const words = new Set(asked);
  const grams = new Set(asked.flatMap(gramsOf));
  const folded = ` ${asked.join(" ")} `;
  const weigh = (word: string): number => {
    if (words.has(word)) return 1;
    const parts = gramsOf(word);
    if (parts.length === 0) return 0;
    const shared = parts.filter((gram) => grams.has(gram)).length / parts.length;
    return shared < 0.5 ? 0 : shared * 0.8;
  };
  return {
    score(text) {
      const own = contentWords(text);
      if (own.length === 0) return words.has(foldText(text)) ? 1 : 0;
      if (own.length > 1 && folded.includes(` ${own.join(" ")} `)) return 1;
      return own.reduce((sum, word) => sum + weigh(word), 0) / own.length;
    },
  };
}

function contentWords(text: string): readonly string[] {
  return nameWords(text).filter((word) => !EMPTY_WORDS.has(word));
}

function gramsOf(word: string): readonly string[] {
  if (word.length < 3) return [];
  const padded = ` ${word}`;
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}

const MOST_SPANS = 40;

interface RankedTable {
  readonly table: TableSchema;
  readonly score: number;
}

/**
 * Tables by what they have to do with the question: its words in the names and descriptions of table and columns, and its words found as
 * cell values, as far as these were read.
 */
export async function rankTables(
  services: DatabaseServices,
  question: string,
  signal: AbortSignal,
): Promise<readonly RankedTable[]> {
  const relevance = relevanceTo(question);
  const values = await valueHits(services, question, signal);
  const column = ({ name, comment, description }: ColumnSchema) => {
    const named = Math.max(relevance.score(name), description?.name ? relevance.score(description.name) : 0);
    const told = Math.max(
      comment ? relevance.score(comment) : 0,
      description?.text ? relevance.score(description.text) : 0,
    );
    return Math.max(named, told * 0.5);
  };
  return services.schema.tables
    .map((table) => {
      const scores = table.columns.map(column).sort((a, b) => b - a);
      const columns = scores.slice(0, 3).reduce((sum, score, place) => sum + score / (place + 1), 0);
      const name = Math.max(
        relevance.score(table.name),
        table.comment ? relevance.score(table.comment) * 0.5 : 0,
      );
      const own = 2 * name + columns + (values.get(table.name) ?? 0);
      // Of tables that are called alike, the one whose schema the question names.
      const area = own === 0 || table.schema === undefined ? 0 : relevance.score(table.schema);
      return { table, score: own + area };
    })
    .sort((a, b) => b.score - a.score);
}

/** For each table the sum of what the question's words and word pairs found in it, rarer ones counting more. */
async function valueHits(
  services: DatabaseServices,
  question: string,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const hits = new Map<string, number>();
  const { complete } = services.index.state();
  for (const span of spansOf(question)) {
    const found: LookupResult = await services.index.findExact(span, {
      limit: 20,
      signal,
      ...(complete ? {} : { asLastRead: true }),
    });
    const tables = new Set(found.matches.map((match) => match.column.table));
    const weight = (span.includes(" ") ? 3 : 1.5) / Math.max(1, tables.size);
    for (const table of tables) hits.set(table, (hits.get(table) ?? 0) + weight);
  }
  return hits;
}

/** Quoted stretches, runs of capitalised words, and the words that mean something. */
function spansOf(question: string): readonly string[] {
  const quoted = [...question.matchAll(/["“”']([^"“”']{2,60})["“”']/gu)].map((match) => match[1] ?? "");
  const capitalised = question.match(/\p{Lu}[\p{L}\p{N}.-]*(?:\s+\p{Lu}[\p{L}\p{N}.-]*)+/gu) ?? [];
  const content = new Set(contentWords(question));
  const words = (question.match(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu) ?? []).filter((word) =>
    contentWords(word).some((each) => content.has(each)),
  );
  return [...new Set([...quoted, ...capitalised, ...words])].slice(0, MOST_SPANS);
}

/** Tables that are ranked first get their link tables shown beside them. */
const CLOSED_OVER = 6;

/**
 * The tables that the question seems to need, in full, under a budget: the best ranked, the tables that link them, and further ones while
 * there is room. Says what was left out.
 */
export async function pruneSchema(
  services: DatabaseServices,
  question: string,
  tokens: number,
  signal: AbortSignal,
): Promise<Description> {
  const ranked = await rankTables(services, question, signal);
  const related = ranked.filter(({ score }) => score > 0).map(({ table }) => table);
  const best = related.slice(0, CLOSED_OVER);
  const chosen = new Set<TableSchema>(best);
  const links = tableLinks(services);
  for (const table of best.slice(1)) {
    const [path] = joinPaths([best[0] as TableSchema, table], links);
    // A long chain says that the two have nothing to do with each other.
    if (path && path.steps.length <= 3) for (const between of joinedTables(path)) chosen.add(between);
  }
  for (const table of related) chosen.add(table);
  const shown: string[] = [];
  let size = 0;
  for (const table of chosen) {
    const text = renderTable(table, "full", services);
    const fitting = tokensOf(text) + size <= tokens ? text : renderTable(table, "columns", services);
    if (tokensOf(fitting) + size > tokens) continue;
    shown.push(fitting);
    size += tokensOf(fitting);
  }
  const total = services.schema.tables.length;
  const howToSeeMore = "describe_tables shows any other table.";
  if (shown.length === 0) {
    return {
      text: `No table's name or values stand in the question. ${howToSeeMore}`,
      truncation: { what: "characters", shown: 0, total, howToSeeMore },
    };
  }
  const left = total - shown.length;
  return {
    text: `Tables that the question seems to be about${left > 0 ? ` (${left} others left out; ${howToSeeMore})` : ""}:\n${shown.join("\n")}`,
    ...(left > 0
      ? { truncation: { what: "characters", shown: shown.length, total, howToSeeMore } as const }
      : {}),
  };
}
