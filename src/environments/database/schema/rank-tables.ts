import type { DatabaseServices } from "../database-services.ts";
import type { LookupResult } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "./database-schema.ts";
import { contentWords, relevanceTo } from "./question-relevance.ts";

const MOST_SPANS = 40;

export interface RankedTable {
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
