import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { FUNCTION_WORDS } from "../../../../util/english/words.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { DatabaseSchema } from "../../schema/database-schema.ts";
import { codeLinks } from "./code-links.ts";
import type { Link, Mention } from "./link.ts";
import { type NameLinks, readNames } from "./name-links.ts";
import { valueLinks } from "./value-links.ts";

const LONGEST_SPAN = 8;
const LONGEST_NAME = 5;
/** Words of the grammar that column names may also contain ("date of birth", "total amount", "first name"). */
const INSIDE_NAMES = new Set(
  "of the in for per to by at on name number total amount average max min state order count unique type no up down out time sum mean".split(
    " ",
  ),
);
const known = new WeakMap<DatabaseSchema, NameLinks>();

/** The possible meanings of every span of a question. */
export interface LinkTable {
  /** Mentions that begin at a word, longest first. */
  from(at: number): readonly Mention[];
  /** Links for words that are not adjacent ("first" … "name" in "first and last name"). */
  naming(words: readonly string[]): readonly Link[];
}

export async function readLinks(
  question: string,
  words: readonly Token[],
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<LinkTable> {
  const names = known.get(services.schema) ?? readNames(services.schema);
  known.set(services.schema, names);
  const mentions: Mention[][] = [];
  for (let at = 0; at < words.length; at++) {
    const here: Mention[] = [];
    for (let end = Math.min(words.length, at + LONGEST_SPAN); end > at; end--) {
      const span = words.slice(at, end);
      const plain = span.every((word) => word.kind === "word" || word.kind === "number");
      const framed =
        isFrame(span[0]?.folded ?? "") ||
        isFrame(span.at(-1)?.folded ?? "") ||
        span.some((word) => FUNCTION_WORDS.has(word.folded) && !INSIDE_NAMES.has(word.folded));
      const named =
        plain && !framed && span.length <= LONGEST_NAME ? names.of(span.map((word) => word.folded)) : [];
      const cells = await valueLinks(question, words, at, end, services, signal);
      const codes = span[0]?.capital
        ? await codeLinks(textBetween(question, words, at, end), services, signal)
        : [];
      const links = [...named, ...cells, ...codes];
      const text = textBetween(question, words, at, end);
      const kept = plausible(links, text);
      if (kept.length > 0) here.push({ at, end, text, links: kept });
    }
    mentions.push(here);
  }
  return { from: (at) => mentions[at] ?? [], naming: (asked) => names.of(asked) };
}

/** True for small words, which neither begin nor end a name. */
function isFrame(word: string): boolean {
  if (word === "'s" || word === "'") return true;
  return (
    FUNCTION_WORDS.has(word) &&
    !/^(name|number|total|amount|average|max|min|state|order|count|mean|sum|up|out|down)$/u.test(word)
  );
}

/**
 * Drops unlikely links: tables much less similar than the best, and, where the words name a table, columns that only resemble them ("orders" is not
 * `ordered_on`) and described meanings. Cells in another spelling than such words only lose score: "a claim" is seldom the client "Claim".
 */
function plausible(links: readonly Link[], text: string): readonly Link[] {
  const table = Math.max(0, ...links.map((link) => (link.kind === "table" ? link.score : 0)));
  const kept = links.filter((link) =>
    link.kind === "table"
      ? link.score >= table - 0.08
      : link.kind === "column"
        ? table < 0.95 || link.score >= 0.8
        : link.how !== "meaning" || table < 0.95,
  );
  return kept.map((link) =>
    table >= 0.95 && link.kind === "value" && link.how === "cell" && link.values[0] !== text
      ? { ...link, score: link.score * 0.7 }
      : link,
  );
}

/** The table with spans of settled meaning: no other mention may overlap them. */
export function withGiven(table: LinkTable, given: readonly Mention[]): LinkTable {
  return {
    from: (at) => {
      const own = table
        .from(at)
        .filter((mention) => !given.some((each) => mention.at < each.end && each.at < mention.end));
      return [...given.filter((each) => each.at === at), ...own];
    },
    naming: (words) => table.naming(words),
  };
}
