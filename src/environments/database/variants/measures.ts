import { say, schemaName } from "../../../environment/egress/marks.ts";
import { wordKey } from "../../../util/english/word-key.ts";
import { nameWords } from "../../../util/name-words.ts";
import { aggregatesIn } from "../check/clause-expressions.ts";
import { columnTitle } from "../check/query-scope.ts";
import { askedFor } from "./counting.ts";
import type { Proposer } from "./drafted-query.ts";

const RANKED = /\b(?:most|best|top|biggest|largest|least|worst)\b/u;
/** Words that can only mean a number of times. */
const COUNTED = /\b(?:common|frequent\w*|often|number of|how many|times)\b/u;
const AMOUNTS: ReadonlySet<string> = new Set(
  "amount price cost fee quantity total revenue sales value paid payment".split(" ").map(wordKey),
);

/** "The best customers", "who bought most": by the number of rows, or by the sum of what they amount to. */
export const otherMeasure: Proposer = (query) => {
  const { core, question } = query;
  if (!core.groupBy || !question.has(RANKED) || question.has(COUNTED) || askedFor(query)) return [];
  const calls = query.expressions
    .filter(({ place }) => place === "orderBy" || place === "select")
    .flatMap(({ expression }) => aggregatesIn(expression, query.dialect));
  const isOnly = (name: RegExp) =>
    calls.length > 0 && calls.every((call) => name.test(call.name) && !call.distinct);
  if (isOnly(/^sum$/iu)) {
    const [summed] = calls[0]?.arguments ?? [];
    const found = summed && query.column(summed)?.column.origin;
    if (!found || question.names(found.column.name)) return [];
    const reading = say`by the number of ${schemaName(found.table.name)} rows instead of the sum of ${columnTitle(found)}`;
    return query.variant(
      "column",
      reading,
      calls.map((span) => ({ span, text: "COUNT(*)" })),
    );
  }
  if (!isOnly(/^count$/iu)) return [];
  const grouped = query.groupKeys.map((key) => query.column(key)?.source);
  return query.scope.sources.flatMap((source) => {
    const { table } = source;
    if (!table || grouped.includes(source)) return [];
    const amounts = table.columns.filter(
      ({ name, masked }) => !masked && AMOUNTS.has(wordKey(nameWords(name).at(-1) ?? "")),
    );
    return amounts.flatMap((column) => {
      const reading = say`by the sum of ${columnTitle({ table, column })} instead of the number of rows`;
      const text = `SUM(${query.sqlOf(source, column.name)})`;
      return query.variant(
        "column",
        reading,
        calls.map((span) => ({ span, text })),
      );
    });
  });
};
