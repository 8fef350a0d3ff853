import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import { looksLikeQuery } from "../query-text.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Token } from "../sql/token.ts";
import { tokenize } from "../sql/tokenize.ts";

/** A longer query is not written out again. */
const LONGEST_SHOWN = 500;
const SENTENCE_WORDS: ReadonlySet<string> = new Set(["SELECTED", "SELECTS"]);
const OPERATORS: ReadonlySet<string> = new Set(["*", "=", "<>", "!=", "<", ">", "<=", ">=", "||"]);

/**
 * The failure for a text that is a query but for its beginning: SELECT misspelled ("SELEC count(*) FROM t") or left out ("count(*) FROM t", "FROM
 * t"). Undefined for a sentence. `compiles` asks the engine, which alone tells "name FROM city" from "Greetings from Paris".
 */
export async function misbegunQuery(
  text: string,
  dialect: SqlDialect,
  compiles: (sql: string) => Promise<boolean>,
): Promise<ToolFailure | undefined> {
  const { tokens } = tokenize(text, dialect.lexical);
  const [first] = tokens;
  const from = tokens.findIndex(isFrom);
  if (first === undefined) return undefined;
  const isMeant = async (sql: string): Promise<boolean> =>
    dialect.inspect(sql).isQuery && (isCode(tokens) || (await compiles(sql)));
  const misspelled = first.kind === "word" ? misspelledKeyword(first.value) : undefined;
  if (misspelled !== undefined) {
    const mended = `${misspelled}${text.slice(first.end)}`;
    const isLike = looksLikeQuery(mended, dialect.lexical);
    if (isLike && (isCode(tokens) || (await isMeant(mended)))) {
      const written = text.slice(first.start, first.end);
      return failure(written, { text: written }, [
        { text: misspelled, replaces: written, reason: "keyword" },
      ]);
    }
  }
  if (from < 0) return undefined;
  const whole = from === 0 ? `SELECT * ${text}` : `SELECT ${text}`;
  if (!(await isMeant(whole))) return undefined;
  const suggestions = whole.length > LONGEST_SHOWN ? [] : [{ text: whole }];
  return failure(text.slice(first.start, Math.min(first.end, first.start + 50)), undefined, suggestions);
}

function misspelledKeyword(word: string): string | undefined {
  if (SENTENCE_WORDS.has(word)) return undefined;
  if (word.length >= 4 && editDistance(word, "SELECT", 2) <= 2) return "SELECT";
  return word.length >= 3 && editDistance(word, "WITH", 1) <= 1 ? "WITH" : undefined;
}

const isFrom = ({ kind, value }: Token): boolean => kind === "word" && value === "FROM";

/** A call with its bracket right behind the name, or an operator: sentences have neither. */
function isCode(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, value, start }, at) => {
    if (kind !== "symbol") return false;
    const before = tokens[at - 1];
    return OPERATORS.has(value) || (value === "(" && before?.kind === "word" && before.end === start);
  });
}

function failure(
  beginning: string,
  part: ToolFailure["part"],
  suggestions: ToolFailure["suggestions"],
): ToolFailure {
  const message = `A query begins with SELECT or WITH, and this one with "${beginning}". Write what is no query as a sentence.`;
  return { code: "syntax-error", message, ...(part ? { part } : {}), suggestions };
}
