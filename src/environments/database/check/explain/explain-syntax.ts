import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import type { ClauseCheck } from "../clause-check.ts";
import type { Ranked, RefusedClause } from "./explanation.ts";
import { foreignSyntax } from "./foreign-syntax.ts";

const KEYWORDS =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET DISTINCT INNER LEFT RIGHT OUTER FULL CROSS NATURAL JOIN ON USING
  UNION INTERSECT EXCEPT ALL AND OR NOT NULL BETWEEN LIKE EXISTS CASE WHEN THEN ELSE END ASC DESC CAST OVER PARTITION WITH`.split(
    /\s+/u,
  );
const KNOWN = new Set([...KEYWORDS, "AS", "IN", "IS", "VALUES", "RECURSIVE"]);

/** A keyword near a word around the place where the parser stopped; it often stops one word after the slip. */
function misspeltKeyword(check: ClauseCheck, tokens: readonly Token[], at: number): readonly Ranked[] {
  const ranked: Ranked[] = [];
  for (const back of [0, 1, 2]) {
    const token = tokens[at - back];
    if (token?.kind !== "word" || KNOWN.has(token.value) || isName(check, token.value)) continue;
    const written = check.clause.sql.slice(token.start, token.end);
    for (const near of nearestNames(token.value, KEYWORDS, { limit: 2 })) {
      if (near.score < 0.6) continue;
      const text = written === written.toLowerCase() ? near.name.toLowerCase() : near.name;
      ranked.push({ text, replaces: written, reason: "keyword", score: near.score * 0.9 - back * 0.05 });
    }
  }
  return ranked;
}

function isName(check: ClauseCheck, word: string): boolean {
  return check.services.schema.tables.some(
    (table) =>
      table.name.toUpperCase() === word || table.columns.some((column) => column.name.toUpperCase() === word),
  );
}

const UNCLOSED =
  "A bracket, a quote or a comment is not closed. A quote inside a text is written twice ('O''Brien').";

/** What the parser stumbled over, and the spelling of this dialect for what is written in another's. */
export async function explainSyntax(check: RefusedClause): Promise<ToolFailure> {
  const { facts } = check;
  const { sql } = check.clause;
  const text = tokenize(sql, check.dialect.lexical);
  const at = tokenAt(text.tokens, sql, facts.offset, facts.engineMessage);
  const foreign = await foreignSyntax(check, text.tokens);
  const ranked: Ranked[] = [
    ...foreign.flatMap((each) => each.suggestion ?? []),
    ...unquoted(check, text.tokens, at),
  ];
  if (at !== undefined) {
    ranked.push(...misspeltKeyword(check, text.tokens, at));
  }
  const token = at === undefined ? undefined : text.tokens[at];
  const [first] = foreign;
  const place: Span | undefined = first?.span ?? token;
  const near = token ? `near ${sql.slice(token.start, token.end)}` : "at the end";
  const message =
    first?.message ??
    (text.complete ? undefined : UNCLOSED) ??
    `${check.dialect.name} cannot read the text ${near}.`;
  return check.failure("syntax-error", message, place, ranked);
}

/** The token where the engine stopped: by its offset, or by the word that it quotes. */
function tokenAt(
  tokens: readonly Token[],
  sql: string,
  offset: number | undefined,
  message: string,
): number | undefined {
  if (offset !== undefined) {
    const at = tokens.findIndex((token) => token.end > offset);
    if (at >= 0) return at;
  }
  const word = /near "([^"]+)"/u.exec(message)?.[1] ?? /unrecognized token: "(.+)"/u.exec(message)?.[1];
  if (word === undefined) return undefined;
  const at = tokens.findLastIndex(
    (token) => sql.slice(token.start, token.end).toLowerCase() === word.toLowerCase(),
  );
  return at >= 0 ? at : undefined;
}

/** Words in a row that are one name of the schema, and reserved words that are names: both need quotes. */
function unquoted(check: ClauseCheck, tokens: readonly Token[], at: number | undefined): readonly Ranked[] {
  if (at === undefined) return [];
  const { services, clause } = check;
  const names = services.schema.tables.flatMap((table) => [
    table.name,
    ...table.columns.map((column) => column.name),
  ]);
  const ranked: Ranked[] = [];
  for (let length = 4; length >= 1; length--) {
    for (let from = Math.max(0, at - length); from <= at; from++) {
      const [first, last] = [tokens[from], tokens[from + length - 1]];
      if (!first || !last || from + length - 1 < at - 1) continue;
      const text = clause.sql.slice(first.start, last.end);
      const name = names.find((each) => each.toLowerCase() === text.toLowerCase());
      const written = name === undefined ? undefined : services.driver.dialect.identifier(name);
      if (written === undefined || written === text || written === name) continue;
      ranked.push({
        text: written,
        replaces: text,
        reason: "this name needs quotes",
        score: 0.9 + length / 100,
      });
    }
  }
  return ranked;
}
