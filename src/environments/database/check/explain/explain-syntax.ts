import { ownText, say, schemaName } from "../../../../environment/egress/marks.ts";
import type { MarkedFailure } from "../../../../environment/tool-failure.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import type { ClauseCheck } from "../clause-check.ts";
import type { Ranked, RefusedClause } from "./explanation.ts";
import { foreignSyntax } from "./other-dialects.ts";

const KEYWORDS =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET DISTINCT INNER LEFT RIGHT OUTER FULL CROSS NATURAL JOIN ON USING
  UNION INTERSECT EXCEPT ALL AND OR NOT NULL BETWEEN LIKE EXISTS CASE WHEN THEN ELSE END ASC DESC CAST OVER PARTITION WITH`.split(
    /\s+/u,
  );
const KNOWN = new Set([...KEYWORDS, "AS", "IN", "IS", "VALUES", "RECURSIVE"]);

/** Suggests a keyword for a misspelt word where the parser stopped or up to two tokens before: it often stops one word too late. */
function misspeltKeyword(check: ClauseCheck, tokens: readonly Token[], at: number): readonly Ranked[] {
  const ranked: Ranked[] = [];
  for (const back of [0, 1, 2]) {
    const token = tokens[at - back];
    if (token?.kind !== "word" || KNOWN.has(token.value) || isName(check, token.value)) continue;
    const word = check.clause.sql.slice(token.start, token.end);
    for (const near of nearestNames(token.value, KEYWORDS, { limit: 2 })) {
      if (near.score < 0.6) continue;
      const text = ownText(word === word.toLowerCase() ? near.name.toLowerCase() : near.name);
      ranked.push({ text, replaces: word, reason: say`keyword`, score: near.score * 0.9 - back * 0.05 });
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

const UNCLOSED = say`A bracket, a quote or a comment is not closed. A quote inside a text is written twice ('O''Brien').`;

/** Names the token where the parser stopped, and suggests this dialect's spelling for constructs of other dialects. */
export async function explainSyntax(check: RefusedClause): Promise<MarkedFailure> {
  const { facts } = check;
  const { sql } = check.clause;
  const text = tokenize(sql, check.dialect.lexical);
  const at = tokenAt(text.tokens, sql, facts.offset, facts.engineMessage);
  const foreign = await foreignSyntax(check, text.tokens);
  const ranked: Ranked[] = [
    ...foreign.map(({ suggestion }) => suggestion),
    ...unquoted(check, text.tokens, at),
  ];
  if (at !== undefined) {
    ranked.push(...misspeltKeyword(check, text.tokens, at));
  }
  const token = at === undefined ? undefined : text.tokens[at];
  const [first] = foreign;
  const place: Span | undefined = first?.span ?? token;
  const near = token ? say`near ${check.shown(token)}` : "at the end";
  const message =
    first?.message ??
    (text.complete ? undefined : UNCLOSED) ??
    say`${check.dialectName} cannot read the text ${near}.`;
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

/** Suggests quotes for schema names of several words and for names that are reserved words. */
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
      const quoted = name === undefined ? undefined : services.driver.dialect.identifier(name);
      if (quoted === undefined || quoted === text || quoted === name) continue;
      ranked.push({
        text: schemaName(quoted),
        replaces: text,
        reason: say`this name needs quotes`,
        score: 0.9 + length / 100,
      });
    }
  }
  return ranked;
}
