import type { ToolFailure } from "../../../../environment/tool-failure.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";
import type { Span } from "../../sql/query-tree.ts";
import type { Token } from "../../sql/token.ts";
import { tokenize } from "../../sql/tokenize.ts";
import type { ClauseCheck } from "../clause-check.ts";
import { nearFunctions } from "./explain-unknown-function.ts";
import { type Complaint, failure, type Ranked } from "./explanation.ts";
import { foreignSyntax } from "./foreign-syntax.ts";

const KEYWORDS =
  `SELECT FROM WHERE GROUP BY HAVING ORDER LIMIT OFFSET DISTINCT INNER LEFT RIGHT OUTER FULL CROSS NATURAL JOIN ON USING
  UNION INTERSECT EXCEPT ALL AND OR NOT NULL BETWEEN LIKE EXISTS CASE WHEN THEN ELSE END ASC DESC CAST OVER PARTITION WITH`.split(
    /\s+/u,
  );
const KNOWN = new Set([...KEYWORDS, "AS", "IN", "IS", "VALUES", "RECURSIVE"]);

/** A keyword near a word around the place where the parser stopped; it often stops one word after the slip. */
function misspeltKeyword(run: ClauseCheck, tokens: readonly Token[], at: number): readonly Ranked[] {
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

function isName(run: ClauseCheck, word: string): boolean {
  return run.services.schema.tables.some(
    (table) =>
      table.name.toUpperCase() === word || table.columns.some((column) => column.name.toUpperCase() === word),
  );
}

/** What the parser stumbled over, and the spelling of this dialect for what is written in another's. */
export async function explainSyntax(complaint: Complaint): Promise<ToolFailure> {
  const { run, facts } = complaint;
  const { sql } = run.subject;
  const text = tokenize(sql, run.services.driver.dialect.lexical);
  const at = tokenAt(text.tokens, sql, facts.offset, facts.engineMessage);
  const foreign = await foreignSyntax(run, text.tokens);
  const unclosed = text.complete ? undefined : unclosedPart(sql, text.tokens);
  const ranked: Ranked[] = [
    ...foreign.flatMap((each) => each.suggestion ?? []),
    ...unquoted(run, text.tokens, at),
  ];
  if (at !== undefined) {
    ranked.push(...misspeltKeyword(run, text.tokens, at));
    ranked.push(...misspeltFunction(run, text.tokens, at));
  }
  const token = at === undefined ? undefined : text.tokens[at];
  const [first] = foreign;
  const place: Span | undefined = first?.span ?? unclosed?.span ?? token;
  const near = token ? `near ${sql.slice(token.start, token.end)}` : "at the end";
  const message =
    first?.message ??
    unclosed?.message ??
    `${run.services.driver.dialect.name} cannot read the text ${near}.`;
  return failure(complaint, "syntax-error", message, place, ranked);
}

/** `COUTN(*)`: some engines take the asterisk only behind the names of their own functions. */
function misspeltFunction(run: ClauseCheck, tokens: readonly Token[], at: number): readonly Ranked[] {
  const [name, open, star] = tokens.slice(Math.max(0, at - 2), at + 1);
  if (name?.kind !== "word" || open?.value !== "(" || star?.value !== "*") return [];
  const known = run.services.driver.dialect.functions.has(name.value.toLowerCase());
  return known ? [] : nearFunctions(run, run.subject.sql.slice(name.start, name.end));
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

function unclosedPart(
  sql: string,
  tokens: readonly Token[],
): { readonly message: string; readonly span?: Span } {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== "symbol") continue;
    if (token.value === "(") open.push(token);
    if (token.value === ")" && !open.pop())
      return { message: "A bracket ) has no ( before it.", span: token };
  }
  const [first] = open;
  if (first) return { message: "A bracket ( is not closed.", span: first };
  const last = tokens.at(-1);
  const text = last ? sql.slice(last.start, last.end) : "";
  return {
    message: `A quote or a comment is not closed${text ? `: ${text.slice(0, 40)}` : ""}. A quote inside a text is written twice ('O''Brien').`,
    ...(last ? { span: last } : {}),
  };
}

/** Words in a row that are one name of the schema, and reserved words that are names: both need quotes. */
function unquoted(run: ClauseCheck, tokens: readonly Token[], at: number | undefined): readonly Ranked[] {
  if (at === undefined) return [];
  const { services, subject } = run;
  const names = services.schema.tables.flatMap((table) => [
    table.name,
    ...table.columns.map((column) => column.name),
  ]);
  const ranked: Ranked[] = [];
  for (let length = 4; length >= 1; length--) {
    for (let from = Math.max(0, at - length); from <= at; from++) {
      const [first, last] = [tokens[from], tokens[from + length - 1]];
      if (!first || !last || from + length - 1 < at - 1) continue;
      const text = subject.sql.slice(first.start, last.end);
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
