import type { NotUnderstood, PlannedStep, Understood } from "../../../environment/capabilities.ts";
import { type Interpretation, notUnderstood, severalMeanings } from "../../../environment/interpretations.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import { type Token, textBetween } from "../../../util/english/tokens.ts";
import { FUNCTION_WORDS, SCALES } from "../../../util/english/words.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseServices } from "../database-services.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import { tellingApart } from "../readings/value-readings.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { Rows } from "./choose-reading.ts";
import { keyOf } from "./compile/column-path.ts";
import { type CompileContext, columnSql } from "./compile/compile-context.ts";
import { type QueryParts, queryText } from "./compile/query-writer.ts";
import type { Scored } from "./compile/scored.ts";
import { isGrammarWord } from "./grammar/parser.ts";
import type { Mention } from "./lexicon/link.ts";
import type { LinkTable } from "./lexicon/link-table.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { type Attempt, type LinkedQuestion, readAttempt } from "./read-attempt.ts";
import { cellsIn, columnsIn, comparisonsIn } from "./sql-mentions.ts";
import { answeringMeanings, unclearSpans } from "./unclear/unclear-names.ts";

const MOST = 2;
const LEAST_NAME_SCORE = 0.75;

/** Suggests values and names similar to unknown words, as one question to the user; empty if none are similar. */
async function didYouMean(
  texts: readonly string[],
  { schema, index }: DatabaseServices,
  signal: AbortSignal,
): Promise<string> {
  const found = new Set<string>();
  const tables = schema.tables.filter((table) => table.kind === "table");
  const names = tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)]);
  for (const text of texts) {
    const { matches } = await index.findFuzzy(text, { limit: 10, signal });
    for (const { value, column } of matches.filter((match) => isTypo(text, match.value)))
      found.add(`'${value}' (${column.table}.${column.column})`);
    // Names are mostly in the singular, questions mostly in the plural.
    for (const asked of [text, text.replace(/s$/iu, "")])
      for (const { name, score, why } of nearestNames(asked, names, { limit: 1 }))
        if (score >= LEAST_NAME_SCORE && why === "typo" && text.length > 3) found.add(name);
  }
  const best = [...found].slice(0, MOST);
  return best.length > 0 ? `Did you mean ${best.join(" or ")}?` : "";
}

/** One letter in four may differ, at most two. */
function isTypo(text: string, value: string): boolean {
  const [asked, stored] = [foldText(text), foldText(value)];
  const allowed = Math.min(2, Math.floor(asked.length / 4));
  return asked !== stored && allowed > 0 && editDistance(asked, stored, allowed) <= allowed;
}

/** A word is unknown if names match it only with a lower score. */
const KNOWN_BY = 0.7;

/**
 * Explains why a question was not understood. `words` are the unknown ones, else those where the grammar stopped; empty if all words were known but
 * the whole could not be interpreted.
 */
async function wordsNotKnown(
  attempt: Attempt,
  { services, act: { signal } }: CompileContext,
): Promise<NotUnderstood> {
  const { question, words, links, trees, choice } = attempt;
  if (choice?.problem !== undefined) return notUnderstood(choice.problem);
  if (services.schema.tables.length === 0)
    return notUnderstood(
      "The database has no tables that may be read, so that there is nothing to ask about.",
    );
  const typed = (at: number) => textBetween(question, words, at, at + 1);
  const content = words.flatMap((word, at) => (isContent(word) ? [at] : []));
  const unknown = unknownWords(attempt);
  if (unknown.length > 0) {
    const near = await didYouMean(unknown.map(typed), services, signal);
    const reason = `Nothing here is called ${unknown.map((at) => `"${typed(at)}"`).join(", ")}.`;
    return notUnderstood(near === "" ? reason : `${reason} ${near}`, unknown.map(typed));
  }
  if (trees.length > 0) return notUnderstood(notTogether(attempt, content.map(typed)));
  const stored = positionsOf(words, links, ({ links: found }) =>
    found.some((link) => link.kind === "value" && link.how === "cell"),
  );
  const rest = content.filter((at) => at >= attempt.furthest);
  const left = textBetween(question, words, rest[0] ?? words.length, words.length).replace(/[\s?.!]+$/u, "");
  const reason =
    left === "" && content.length === 0
      ? "The question names nothing of this database."
      : left === ""
        ? `The words are known, but the rules do not read them in this order: ${quoted(content.map(typed))}.`
        : `I do not know how "${left}" limits the question.`;
  return notUnderstood(reason, rest.filter((at) => !stored.has(at)).map(typed));
}

/** Positions of words that are neither names nor values of the database, nor words of the grammar. */
function unknownWords({ words, links }: Attempt): readonly number[] {
  const named = positionsOf(words, links, () => true);
  return words.flatMap((word, at) => {
    const known = !isContent(word) || named.has(at) || word.kind === "number" || isKnown(word.folded);
    return known ? [] : [at];
  });
}

function notTogether({ trees }: Attempt, content: readonly string[]): string {
  const heads = trees.flatMap(({ items, subject }) =>
    items.length === 1 && items[0]?.kind === "entity" && subject ? subject.head.links : [],
  );
  const [table, another] = new Set(heads.flatMap((link) => (link.kind === "table" ? [link.table] : [])));
  if (table && !another && namingColumns(table).length === 0)
    return `Rows of ${table.name} have no name to be listed by: say which of their columns to show.`;
  return `The words are known, but no tables and columns fit together as they ask: ${quoted(content)}.`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(", ");
}

function isContent(word: Token): boolean {
  return word.kind !== "mark" && !FUNCTION_WORDS.has(word.folded);
}

/** Positions of words inside names or values. */
function positionsOf(
  words: readonly Token[],
  links: LinkTable,
  test: (mention: Mention) => boolean,
): ReadonlySet<number> {
  const found = new Set<number>();
  words.forEach((_, from) => {
    for (const mention of links.from(from)) {
      if (!test(mention) || !mention.links.some(({ score }) => score >= KNOWN_BY)) continue;
      for (let at = mention.at; at < mention.end; at++) found.add(at);
    }
  });
  return found;
}

function isKnown(word: string): boolean {
  const scaled = SCALES.some(({ more, less }) => more.includes(word) || less.includes(word));
  return scaled || isGrammarWord(word);
}

/** Interprets a question. If its words are ambiguous, the person chooses: a merely similar stored name is never accepted silently. */
export async function resolveQuestion(
  environment: string,
  linked: LinkedQuestion,
  given: readonly Mention[],
  context: CompileContext,
): Promise<Interpretation> {
  const attempt = await readAttempt(linked, given, context);
  const { choice } = attempt;
  if (choice?.chosen) {
    const plan = planOf(environment, choice.chosen);
    const { value } = choice.chosen;
    const shared = [
      ...(await sharedNames(attempt, value, context)),
      ...(await sharedAnswers(value, choice.rows, context)),
    ];
    return { ...plan, assumptions: [...new Set([...plan.assumptions, ...shared])] };
  }
  // Ask only about meanings with which the rules could answer.
  for (const span of unclearSpans(linked, given)) {
    const readings = await answeringMeanings(linked, span, given, context);
    if (readings.length > 0) return severalMeanings(span.text, tellingApart(readings));
  }
  return wordsNotKnown(attempt, context);
}

/** Notes that names in the query belong to several rows (a film and its remake), and that all of them count. */
async function sharedNames(
  { words, links }: LinkedQuestion,
  parts: QueryParts,
  { services, ask }: CompileContext,
): Promise<readonly string[]> {
  const sql = queryText(parts);
  const cells = cellsIn(sql);
  const notes: string[] = [];
  for (const link of words.flatMap((_, at) => links.from(at).flatMap((mention) => mention.links))) {
    if (link.kind !== "value" || link.with || !namingColumns(link.table).includes(link.column)) continue;
    const [value = ""] = link.values;
    if (!cells.get(value)?.includes(`${link.table.name}.${link.column.name}`)) continue;
    const literal = services.driver.dialect.stringLiteral(value);
    // Other conditions may exclude some of these rows.
    const isLimited = comparisonsIn(sql).some(
      (each) => !each.value.includes(literal) && each.column.startsWith(`${link.table.name}.`),
    );
    if (isLimited) continue;
    const from = qualifiedTable(services, link.table);
    const where = [`${columnSql(link, services)} = ${literal}`];
    const count = Number((await ask(queryText({ select: "COUNT(*)", from, where })))[0]?.[0] ?? 0);
    if (count > 1)
      notes.push(`${count} rows of ${link.table.name} are called "${value}": all of them count.`);
  }
  return notes;
}

const MOST_NAMED = 100;

/** Notes how many rows share a name in the answer (two clients of one name), with the keys of the rows shown. */
async function sharedAnswers(
  parts: QueryParts,
  rows: Rows,
  { services, ask }: CompileContext,
): Promise<readonly string[]> {
  const shown = columnsIn(parts.select);
  const { dialect } = services.driver;
  const texts = rows.slice(0, MOST_NAMED).flatMap((row) => row.filter((cell) => typeof cell === "string"));
  const literals = [...new Set(texts)].map((text) => dialect.stringLiteral(text));
  const notes: string[] = [];
  for (const table of services.schema.tables) {
    const naming = namingColumns(table);
    const isShown = naming.every((column) => shown.includes(`${table.name}.${column.name}`));
    if (naming.length === 0 || !isShown || literals.length === 0) continue;
    const columns = naming.map((column) => columnSql({ table, column }, services));
    const names = columns.join(", ");
    const counted = await unlessRefused(
      ask(
        `SELECT COUNT(*), ${names} FROM ${qualifiedTable(services, table)} WHERE ${columns[0]} IN (${literals.join(", ")}) GROUP BY ${names} HAVING COUNT(*) > 1`,
      ),
      () => [],
    );
    const key = keyOf(table);
    const isKeyed = key !== undefined && parts.key === columnSql({ table, column: key }, services);
    const keyed = isKeyed ? await ask(queryText({ ...parts, select: `${parts.key}, ${names}` })) : [];
    const called = counted.filter(([, ...name]) =>
      rows.some((row) => name.every((part) => row.includes(part))),
    );
    for (const [count, ...name] of called.slice(0, 3)) {
      const keys = keyed.filter(([, ...own]) => String(own) === String(name)).map(([cell]) => String(cell));
      const which =
        keys.length > 0 && keys.length < Number(count)
          ? `; shown: ${table.name}.${key?.name} ${keys.join(", ")}`
          : "";
      notes.push(`${count} rows of ${table.name} are called "${name.join(" ")}"${which}.`);
    }
  }
  return notes;
}

/** The interpretation as tool steps: look up the named cells, then build clause after clause. */
function planOf(environment: string, { value, score, notes, rules = [] }: Scored<QueryParts>): Understood {
  const step = (tool: string, args: JsonObject, thought: string): PlannedStep => ({
    thought,
    action: { environment, tool, arguments: args },
  });
  const where = value.where.join(" AND ");
  const cells = [...where.matchAll(/'((?:[^']|'')+)'/gu)].map(([, text = ""]) => text.replaceAll("''", "'"));
  const named = [...new Set(cells)].filter((cell) => !/^[%]|[%]$|^.$/u.test(cell)).slice(0, 3);
  const clause = (tool: string, text: string | undefined, thought: string): readonly PlannedStep[] =>
    text === undefined ? [] : [step(tool, { [`${tool}_statement`]: text }, thought)];
  const isJoined = value.from.includes(" JOIN ");
  const plan: readonly PlannedStep[] = [
    ...named.map((cell) =>
      step("find_columns_containing_value", { value: cell }, `First I make sure where '${cell}' stands.`),
    ),
    ...clause(
      "from",
      value.from,
      isJoined
        ? "The question needs these tables, joined over their keys."
        : "The question is about this table.",
    ),
    ...clause("where", where, where === "" ? "No condition was asked for." : "Only these rows are meant."),
    ...clause("select", value.select, "This is what was asked for."),
    ...clause("group_by", value.groupBy, "It is asked for each of these."),
    ...clause("having", value.having, "Only groups of that size are meant."),
    ...clause("order_by", value.orderBy, "The rows are wanted in this order."),
  ];
  return {
    understood: true,
    plan,
    claim: {},
    confidence: expectedShare(score),
    assumptions: [...new Set(notes)],
    rules,
  };
}

/** Expected accuracy: a lower score is right a little less often. Measured with bench/rules.ts. */
function expectedShare(score: number): number {
  return Math.round(100 * (0.6 + 0.35 * Math.min(1, score))) / 100;
}
