import { nearestNames } from "../../../../util/nearest-names.ts";
import type { Token } from "../../sql/token.ts";
import type { InspectionRun } from "../inspection-run.ts";
import type { Ranked } from "./explanation.ts";

const KEYWORDS =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET DISTINCT INNER LEFT RIGHT OUTER FULL CROSS NATURAL JOIN ON USING
  UNION INTERSECT EXCEPT ALL AND OR NOT NULL BETWEEN LIKE EXISTS CASE WHEN THEN ELSE END ASC DESC CAST OVER PARTITION WITH`.split(
    /\s+/u,
  );
const KNOWN = new Set([...KEYWORDS, "AS", "IN", "IS", "VALUES", "RECURSIVE"]);

/** A keyword near a word around the place where the parser stopped; it often stops one word after the slip. */
export function misspeltKeyword(run: InspectionRun, tokens: readonly Token[], at: number): readonly Ranked[] {
  const ranked: Ranked[] = [];
  for (const back of [0, 1, 2]) {
    const token = tokens[at - back];
    if (token?.kind !== "word" || KNOWN.has(token.value) || isName(run, token.value)) continue;
    const written = run.subject.sql.slice(token.start, token.end);
    for (const near of nearestNames(token.value, KEYWORDS, { limit: 2 })) {
      if (near.score < 0.6) continue;
      const text = written === written.toLowerCase() ? near.name.toLowerCase() : near.name;
      ranked.push({ text, replaces: written, reason: "keyword", score: near.score * 0.9 - back * 0.05 });
    }
  }
  return ranked;
}

function isName(run: InspectionRun, word: string): boolean {
  return run.services.schema.tables.some(
    (table) =>
      table.name.toUpperCase() === word || table.columns.some((column) => column.name.toUpperCase() === word),
  );
}
