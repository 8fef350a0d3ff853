import type { NotUnderstood, PlannedStep, Unclear, Understood } from "../../../environment/capabilities.ts";
import type { FoundReading } from "../../../environment/readings.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { JsonObject } from "../../../util/json.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import type { QueryParts } from "./compile/query-writer.ts";
import type { Scored } from "./compile/scored.ts";
import { isGrammarWord } from "./grammar/parser.ts";
import type { QuestionTree } from "./grammar/question-tree.ts";
import type { Mention } from "./lexicon/link.ts";
import type { LinkTable } from "./lexicon/link-table.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { COPULAS, FUNCTION_WORDS, SCALES } from "./question/english.ts";
import { type QuestionWord, textOf } from "./question/read-words.ts";
import { type LinkedQuestion, readAttempt } from "./read-attempt.ts";
import { rivalMeanings } from "./unclear/rival-meanings.ts";
import { nameMeanings, sameNamed, unclearSpans } from "./unclear/unclear-spans.ts";
import { asUnclear, type Span, weighMeanings } from "./unclear/weigh-meanings.ts";

const MOST = 2;
const LEAST_NAME_SCORE = 0.75;

/** Values and names that words nothing goes by nearly match, best first, as one question to the reader; empty where nothing is near. */
async function didYouMean(
  question: string,
  words: readonly QuestionWord[],
  unknown: readonly number[],
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<string> {
  const found = new Set<string>();
  for (const at of unknown) {
    for (const text of new Set([aroundOf(question, words, at), textOf(question, words, at, at + 1)])) {
      const { matches } = await services.index.findFuzzy(text, { limit: 10, signal });
      const near = Map.groupBy(
        matches.filter(({ value }) => isTypo(text, value)),
        ({ value }) => value,
      );
      for (const [value, same] of near) {
        const columns = same.slice(0, MOST).map(({ column }) => `${column.table}.${column.column}`);
        found.add(`'${value}' (${columns.join(", ")})`);
      }
    }
    for (const name of nearNames(textOf(question, words, at, at + 1), services)) found.add(name);
  }
  const best = [...found].slice(0, MOST);
  return best.length > 0 ? `Did you mean ${best.join(" or ")}?` : "";
}

/** The word with the capitalised words beside it: a name of several words is looked for as a whole. */
function aroundOf(question: string, words: readonly QuestionWord[], at: number): string {
  const belongs = (word: QuestionWord | undefined) =>
    word?.capital === true && word.kind === "word" && !FUNCTION_WORDS.has(word.folded);
  let [from, end] = [at, at + 1];
  if (!belongs(words[at])) return textOf(question, words, at, end);
  while (belongs(words[from - 1])) from--;
  while (belongs(words[end])) end++;
  return textOf(question, words, from, end);
}

/** One letter in four may differ, two at most. */
function isTypo(text: string, value: string): boolean {
  const [asked, stored] = [foldText(text), foldText(value)];
  const allowed = Math.min(2, Math.floor(asked.length / 4));
  return asked !== stored && allowed > 0 && editDistance(asked, stored, allowed) <= allowed;
}

function nearNames(text: string, { schema }: DatabaseServices): readonly string[] {
  const tables = schema.tables.filter((table) => table.kind === "table");
  // Names are mostly in the singular, questions mostly in the plural.
  const near = (names: readonly string[]) =>
    [
      ...nearestNames(text, names, { limit: 1 }),
      ...nearestNames(text.replace(/s$/iu, ""), names, { limit: 1 }),
    ].filter(({ score, why }) => score >= LEAST_NAME_SCORE && why === "typo" && text.length > 3);
  const ofTables = near(tables.map((table) => table.name)).map(({ name }) => `the table ${name}`);
  const ofColumns = near([
    ...new Set(tables.flatMap((table) => table.columns.map(({ name }) => name))),
  ]).flatMap(({ name }) => {
    const table = tables.find((each) => each.columns.some((column) => column.name === name));
    return table ? [`${table.name}.${name}`] : [];
  });
  return [...ofTables, ...ofColumns];
}

/** Names less like the words than this are guesses, by which a word is not known yet. */
const KNOWN_BY = 0.7;

interface Attempt {
  readonly question: string;
  readonly words: readonly QuestionWord[];
  readonly links: LinkTable;
  /** The furthest word that a rule got past. */
  readonly furthest: number;
  /** The ways in which the grammar read the whole question, though nothing came of them. */
  readonly trees: readonly QuestionTree[];
  readonly problem?: string | undefined;
}

/**
 * Says why a question was not understood. `words` are those that nothing in the database goes by, else those where the grammar stopped;
 * none where every word had its place and only the whole did not come out.
 */
async function wordsNotKnown(
  attempt: Attempt,
  services: DatabaseServices,
  signal: AbortSignal,
): Promise<NotUnderstood> {
  const { question, words, links, trees } = attempt;
  if (attempt.problem !== undefined) return { understood: false, reason: attempt.problem, words: [] };
  if (services.schema.tables.length === 0)
    return {
      understood: false,
      reason: "The database has no tables that may be read, so that there is nothing to ask about.",
      words: [],
    };
  const typed = (at: number) => textOf(question, words, at, at + 1);
  const content = words.flatMap((word, at) => (isContent(word) ? [at] : []));
  const unknown = unknownWords(attempt);
  if (unknown.length > 0) {
    const near = await didYouMean(question, words, unknown, services, signal);
    const reason = `Nothing here is called ${unknown.map((at) => `"${typed(at)}"`).join(", ")}.`;
    return {
      understood: false,
      reason: near === "" ? reason : `${reason} ${near}`,
      words: unknown.map(typed),
    };
  }
  if (trees.length > 0)
    return { understood: false, reason: notTogether(attempt, content.map(typed)), words: [] };
  const stored = placesOf(words, links, ({ links: found }) =>
    found.some((link) => link.kind === "value" && link.how === "cell"),
  );
  const rest = content.filter((at) => at >= attempt.furthest);
  const left = textOf(question, words, rest[0] ?? words.length, words.length).replace(/[\s?.!]+$/u, "");
  const reason =
    left === "" && content.length === 0
      ? "The question names nothing of this database."
      : left === ""
        ? `The words are known, but the rules do not read them in this order: ${quoted(content.map(typed))}.`
        : `I do not know how "${left}" limits the question.`;
  return { understood: false, reason, words: rest.filter((at) => !stored.has(at)).map(typed) };
}

/** Places of words that are neither names nor values of the database, nor words of the rules. */
function unknownWords({ words, links }: Pick<Attempt, "words" | "links">): readonly number[] {
  const named = placesOf(words, links, () => true);
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

function isContent(word: QuestionWord): boolean {
  return word.kind !== "mark" && !FUNCTION_WORDS.has(word.folded) && !COPULAS.includes(word.folded);
}

/** Words inside what names or values are called by. */
function placesOf(
  words: readonly QuestionWord[],
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

interface Given {
  readonly mentions: readonly Mention[];
  /** What was assumed of them. */
  readonly notes: readonly string[];
}

type Interpretation = Understood | NotUnderstood | Unclear;

/**
 * Reads a question. Where its words leave open what is meant, the person chooses: a name that is only like a stored one is never taken for it.
 */
export async function resolveQuestion(
  environment: string,
  linked: LinkedQuestion,
  given: Given,
  context: CompileContext,
): Promise<Interpretation> {
  const attempt = await readAttempt(linked, given.mentions, context);
  const { choice } = attempt;
  if (choice?.chosen) {
    const bearers = await sameNamed(attempt, given.mentions, context);
    const unclear = bearers && (await ifDifferent(bearers));
    if (unclear) return unclear;
    const plan = planOf(environment, choice.chosen, context.services);
    return { ...plan, assumptions: [...new Set([...given.notes, ...plan.assumptions])] };
  }
  for (const rival of choice?.rivals ? rivalMeanings(attempt, choice.rivals) : []) {
    const unclear = await ifDifferent(rival);
    if (unclear) return unclear;
  }
  // Nobody is asked what the rules could not answer with: a meaning counts where the question is understood by it.
  for (const span of unclearSpans(linked, given.mentions)) {
    const readings = await nameMeanings(span, context);
    if (readings.length === 0) continue;
    const weighed = await weighMeanings(linked, span, readings, given.mentions, context);
    if (weighed.readings.length > 0) return asUnclear(span.text, weighed.readings);
  }
  return wordsNotKnown({ ...attempt, problem: choice?.problem }, context.services, context.act.signal);

  /** The person is asked only where the meanings lead to different results. */
  async function ifDifferent(open: {
    readonly span: Span;
    readonly readings: readonly FoundReading[];
  }): Promise<Unclear | undefined> {
    const others = given.mentions.filter((each) => each.end <= open.span.at || open.span.end <= each.at);
    const weighed = await weighMeanings(linked, open.span, open.readings, others, context);
    return weighed.differ ? asUnclear(open.span.text, weighed.readings) : undefined;
  }
}

/** The reading as steps over the tools: look the named cells up, then one clause after the other. */
function planOf(
  environment: string,
  { value, score, notes, rules = [] }: Scored<QueryParts>,
  _services: DatabaseServices,
): Understood {
  const step = (tool: string, args: JsonObject, thought: string): PlannedStep => ({
    thought,
    action: { environment, tool, arguments: args },
  });
  const cells = [...value.where.matchAll(/'((?:[^']|'')+)'/gu)].map(([, text = ""]) =>
    text.replaceAll("''", "'"),
  );
  const plan: PlannedStep[] = [
    ...[...new Set(cells)]
      .filter((cell) => !/^[%]|[%]$|^.$/u.test(cell))
      .slice(0, 3)
      .map((cell) =>
        step("find_columns_containing_value", { value: cell }, `First I make sure where '${cell}' stands.`),
      ),
    step(
      "from",
      { from_statement: value.from },
      value.from.includes(" JOIN ")
        ? "The question needs these tables, joined over their keys."
        : "The question is about this table.",
    ),
    step(
      "where",
      { where_statement: value.where },
      value.where === "" ? "No condition was asked for." : "Only these rows are meant.",
    ),
    step("select", { select_statement: value.select }, "This is what was asked for."),
  ];
  if (value.groupBy !== undefined)
    plan.push(step("group_by", { group_by_statement: value.groupBy }, "It is asked for each of these."));
  if (value.having !== undefined)
    plan.push(step("having", { having_statement: value.having }, "Only groups of that size are meant."));
  if (value.orderBy !== undefined)
    plan.push(step("order_by", { order_by_statement: value.orderBy }, "The rows are wanted in this order."));
  return {
    understood: true,
    plan,
    claim: {},
    confidence: expectedShare(score),
    assumptions: [...new Set(notes)],
    rules,
  };
}

/** Readings that stretch the words are right a little less often; measured with bench/built-in.ts. */
function expectedShare(score: number): number {
  return Math.round(100 * (0.6 + 0.35 * Math.min(1, score))) / 100;
}
