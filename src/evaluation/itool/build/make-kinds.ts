import { z } from "zod";
import { asData } from "../../../agent/prompts/data-marks.ts";
import type { ApiOperation } from "../../../environment/capabilities.ts";
import { foldText } from "../../../util/fold-text.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { AskForm } from "../../construction/ask-form.ts";
import { asksAbout, asksForAnId } from "../../questions/asking.ts";
import { type CallOperation, followSolution } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";
import type { ItoolKind } from "./itool-kinds.ts";

export interface StageContext {
  readonly ask: AskForm;
  readonly call: CallOperation;
  readonly operations: readonly ApiOperation[];
  /** Operations for a step in plain words, best matches first. */
  search(text: string, limit: number): readonly ApiOperation[];
  /** A number from 0 (inclusive) to 1 (exclusive), reproducible for seed, item, kind and try. */
  readonly random: () => number;
  /** Problems of the earlier tries. */
  readonly problems: readonly string[];
}

/** An item with notes for a reviewer, or the problem of a failed try, for the next one. */
export type Made =
  | { readonly item: ItoolItem; readonly notes: readonly string[]; readonly problem?: never }
  | { readonly problem: string; readonly item?: never };

/** Makes an unclear item from a clear one: one try. */
type Stage = (source: ItoolItem, context: StageContext) => Promise<Made>;

/** Words of a text without case, accents and punctuation. */
const foldedWords = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether the text contains the words in sequence. */
export function holdsWords(text: string, words: string): boolean {
  const wanted = foldedWords(words).join(" ");
  return wanted !== "" && ` ${foldedWords(text).join(" ")} `.includes(` ${wanted} `);
}

const isSameName = (one: string, other: string): boolean =>
  foldedWords(one).join(" ") === foldedWords(other).join(" ");

/** Distinctive words of a name: three letters or more. */
const tellingWords = (name: string): readonly string[] =>
  foldedWords(name).filter((word) => [...word].length >= 3 && word !== "the" && word !== "and");

/** The model's reply for a query without its full name. */
const draftForm = z.object({
  query: z.string().describe("The query as it is now."),
  words: z
    .array(z.string())
    .describe("The words that now stand for the name, exactly as they stand in your query."),
  question: z.string().describe("The one question that a good assistant asks about them."),
  about: z
    .array(z.string())
    .describe("Up to four single words of which such a question would hold one: what kind of thing it is."),
});

type Draft = z.infer<typeof draftForm> & { readonly alternatives?: readonly string[] };

interface DraftTask {
  readonly task: string;
  readonly example: Draft & JsonObject;
  readonly form?: z.ZodObject;
  /** Further input beside the query and its name. */
  readonly beside?: string;
}

const WRITER = `You write test queries for assistants that answer from an API. You are given a clear query and the name that its writer has in mind. Change the query as said below, in the words of an ordinary person, and change nothing else in it: what is asked for stays the same.`;

/** Has a model write the query without its name. */
async function drafted(
  source: ItoolItem,
  category: ItoolKind,
  { ask, problems }: StageContext,
  { task, example, form = draftForm, beside = "" }: DraftTask,
): Promise<Made> {
  const { query, intended } = source;
  const { said, problem } = await ask({
    name: category.replaceAll("-", "_"),
    form,
    instructions: `${WRITER}\n\n${task}`,
    input: `Query: ${query}\nThe name in it: ${intended}${beside}`,
    example,
    problems,
  });
  if (problem !== undefined) return { problem };
  const { alternatives = [], ...written } = said as unknown as Draft;
  const item: ItoolItem = {
    ...source,
    ...written,
    id: `${source.id}-${category}`,
    category,
    reply: intended,
    alternatives: [...alternatives],
  };
  const wrong = draftProblem(item, source);
  return wrong === undefined ? { item, notes: [] } : { problem: wrong };
}

/** Minimum share of the other words that has to remain. */
const LEFT = 0.5;

/** The problem of a query whose name was dropped, blurred or shortened. Undefined if there is none. */
function draftProblem(item: ItoolItem, source: ItoolItem): string | undefined {
  const { query, words, about, question, intended } = item;
  if (isSameName(query, source.query)) return "The query is the same as before.";
  if (words.length === 0) return 'Name the unclear words of your query in "words".';
  const absent = words.find((each) => !holdsWords(query, each));
  if (absent !== undefined) return `"${absent}" does not stand in your query "${query}".`;
  if (holdsWords(query, intended)) return `The query still names "${intended}".`;
  const name = new Set(foldedWords(source.intended));
  const beside = tellingWords(source.query).filter((word) => !name.has(word));
  if (beside.filter((word) => holdsWords(query, word)).length < beside.length * LEFT)
    return `Too little is left of the query "${source.query}": only the name in it may change.`;
  if (!question.includes("?")) return 'Write in "question" what the assistant has to ask.';
  if (holdsWords(question, intended)) return `The question gives away "${intended}".`;
  const gives = about.find((each) => holdsWords(each, intended) || foldedWords(each).length === 0);
  if (gives !== undefined) return `"${gives}" in "about" is the name itself or no word.`;
  const asked = { question, words: [] };
  if (asksForAnId(asked) || !asksAbout(asked, [...words, ...about]))
    return `The question "${question}" holds neither the unclear words nor one of "about", or it asks for an id.`;
  return undefined;
}

/** Drops the name (Query when need, Chapter 4: missing information). */
async function makeMissing(source: ItoolItem, context: StageContext): Promise<Made> {
  const made = await drafted(source, "missing", context, {
    task: `Leave the name out: a pronoun or a general word ("his", "that film") stands in its place, as people write who forget that the other cannot know whom they mean. No word of the name may be left, nor a description of it.`,
    example: {
      query: "When is his latest film coming out?",
      words: ["his"],
      question: "Whose latest film do you mean?",
      about: ["whose", "person", "director"],
    },
  });
  if (made.item === undefined) return made;
  const { query } = made.item;
  const times = (text: string, word: string): number =>
    tellingWords(text).filter((each) => each === word).length;
  const left = tellingWords(source.intended).find(
    (word) => holdsWords(query, word) && times(query, word) >= times(source.query, word),
  );
  return left === undefined ? made : { problem: `"${left}" of the name is still in the query.` };
}

const MOST_THINGS = 12;
const MOST_LOOKED_UP = 3;
const LONGEST_RECORD = 300;

const blurredForm = draftForm.extend({
  alternatives: z.array(z.string()).describe("Other things of the list that the description fits."),
});

/** Blurs the name (Query when need, Chapter 4: unclear instruction). */
async function makeUnclear(source: ItoolItem, context: StageContext): Promise<Made> {
  const { intended } = source;
  const looked: NamedThing[] = [];
  for (const text of [intended, ...tellingWords(intended).slice(0, MOST_LOOKED_UP)])
    looked.push(...(await lookUpName(source, text, context.call)));
  const things = eachOnce(looked);
  const own = things.find(({ name }) => isSameName(name, intended));
  const others = things.filter((each) => each !== own).slice(0, MOST_THINGS);
  const list = [...(own === undefined ? [] : [own]), ...others].map(({ record }) => {
    const text = JSON.stringify(record);
    return text.length > LONGEST_RECORD ? `${text.slice(0, LONGEST_RECORD)}…` : text;
  });
  const made = await drafted(source, "unclear", context, {
    task: `Replace the name by a vague description of the thing ("the film about the simulation"), as people write who do not remember what it is called. The description must be true of it, must not hold its name, and must fit at least one other thing of the list too, so that nobody can know which is meant. Name in "alternatives" those of the list that it fits, exactly as they are written there, without the one that is meant. With no other thing in the list, leave "alternatives" empty.`,
    form: blurredForm,
    beside: `\nThings in the API:\n${asData(list.join("\n"))}`,
    example: {
      query: "When was the film about the simulation released?",
      words: ["the film about the simulation"],
      question: "Which film about the simulation do you mean?",
      about: ["film", "title"],
      alternatives: ["The Thirteenth Floor"],
    },
  });
  if (made.item === undefined) return made;
  const meant = made.item.alternatives.map(
    (each) => others.find(({ name }) => isSameName(name, each))?.name ?? each,
  );
  const unknown = meant.find((each) => !others.some(({ name }) => name === each));
  if (unknown !== undefined) return { problem: `"${unknown}" is no other thing of the list.` };
  if (meant.length === 0 && others.length > 0)
    return { problem: 'The description has to fit another thing of the list, named in "alternatives".' };
  return { ...made, item: { ...made.item, alternatives: [...new Set(meant)] } };
}

const MOST_ALTERNATIVES = 5;

/** Shortens the name to one that several things share, according to the API (Query when need, Chapter 4: different meanings). */
async function makeSeveralMeanings(source: ItoolItem, context: StageContext): Promise<Made> {
  const { intended } = source;
  const made = await drafted(source, "several-meanings", context, {
    task: `Shorten the name to words of it that several things of the API probably bear: a surname, the first word of a title. "words" holds the shortened name alone. The question asks which of them is meant.`,
    example: {
      query: "Which films has Nolan directed?",
      words: ["Nolan"],
      question: "Which Nolan do you mean?",
      about: ["director", "person", "full name"],
    },
  });
  if (made.item === undefined) return made;
  const [short = "", ...more] = made.item.words;
  if (more.length > 0) return { problem: 'Write the shortened name alone into "words".' };
  const name = new Set(foldedWords(intended));
  const strange = foldedWords(short).find((word) => !name.has(word));
  if (strange !== undefined) return { problem: `"${strange}" is no word of the name "${intended}".` };
  const found = await lookUpName(source, short, context.call);
  const bearing = found.filter((each) => holdsWords(each.name, short));
  if (!bearing.some((each) => isSameName(each.name, intended)))
    return { problem: `A search for "${short}" does not find "${intended}".` };
  if (bearing.length < 2)
    return { problem: `Only "${intended}" is called "${short}" in the API: shorten it in another way.` };
  const alternatives = bearing.map((each) => each.name).filter((each) => !isSameName(each, intended));
  return {
    item: { ...made.item, alternatives: alternatives.slice(0, MOST_ALTERNATIVES) },
    notes:
      alternatives.length > MOST_ALTERNATIVES
        ? [`${alternatives.length} other things are called "${short}"; ${MOST_ALTERNATIVES} are kept.`]
        : [],
  };
}

const SHORTEST_WORD = 4;
const MOST_WORDS = 2;

/** The name with a typo in up to two of its longer words: letters swapped, dropped or doubled. Undefined if no word is long enough. */
function misspelt(name: string, random: () => number): string | undefined {
  const words = [...name.matchAll(/\p{L}+/gu)].filter(([word]) => [...word].length >= SHORTEST_WORD);
  const chosen = words
    .map((word) => ({ word, place: random() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, MOST_WORDS)
    .map(({ word }) => word)
    .sort((one, other) => other.index - one.index);
  if (chosen.length === 0) return undefined;
  return chosen.reduce(
    (text, { 0: word, index }) =>
      text.slice(0, index) + slipped(word, random) + text.slice(index + word.length),
    name,
  );
}

/** A word with a typo, but not in its first letter, which people get right. */
function slipped(word: string, random: () => number): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [here = "", next = ""] = [letters[at], letters[at + 1]];
  const kind = Math.floor(random() * 3);
  if (kind === 0 && here !== next) return letters.toSpliced(at, 2, next, here).join("");
  if (kind === 1 && here !== next) return letters.toSpliced(at, 1).join("");
  return letters.toSpliced(at, 1, here, here).join("");
}

/** Corrupts the name, in its characters by code or in its words by the model (Query when need, Chapter 4: problematic search items). */
async function makeProblematic(source: ItoolItem, context: StageContext): Promise<Made> {
  const { intended } = source;
  const slip = context.random() < 0.5 ? misspelt(intended, context.random) : undefined;
  const level = slip === undefined ? "word" : "character";
  const written =
    slip === undefined
      ? await context.ask({
          name: "misremembered",
          form: z.object({ name: z.string().describe("The name with the wrong word in it.") }),
          instructions: `You are given a name. Write it as somebody would who remembers it wrongly: at least one whole word of it becomes another, existing word that is easily taken for it ("The Midnight Clockmaker" for "The Midnight Watchmaker"), so that people who know the name still see which is meant.`,
          input: `Name: ${intended}`,
          example: { name: "The Midnight Clockmaker" },
          problems: context.problems,
        })
      : { said: { name: slip } };
  if (written.said === undefined) return { problem: written.problem };
  const wrong = written.said.name.trim();
  const problem = misspellingProblem(wrong, intended, level);
  if (problem !== undefined) return { problem };
  const at = source.query.toLowerCase().indexOf(intended.toLowerCase());
  const query = source.query.slice(0, at) + wrong + source.query.slice(at + intended.length);
  if (holdsWords(query, intended)) return { problem: `The query still names "${intended}".` };
  const things = await lookUpName(source, wrong, context.call);
  if (things.some(({ name }) => isSameName(name, wrong)))
    return { problem: `"${wrong}" is the name of something else in the API.` };
  return {
    item: {
      ...source,
      id: `${source.id}-problematic`,
      category: "problematic",
      level,
      query,
      words: [wrong],
      about: [...new Set([intended, ...tellingWords(intended), "spell", "spelling", ...source.about])],
      question: `Do you mean ${intended} by "${wrong}"?`,
      reply: intended,
      alternatives: [],
    },
    notes: [],
  };
}

function misspellingProblem(wrong: string, intended: string, level: ItoolItem["level"]): string | undefined {
  if (isSameName(wrong, intended)) return `"${wrong}" is the name as it is.`;
  if (level === "character") return undefined;
  const [words, name] = [foldedWords(wrong), foldedWords(intended)];
  if (words.length === 0) return "Write the wrong name.";
  if (name.every((word) => words.includes(word))) return `No word of "${intended}" became another one.`;
  return name.length > 1 && !name.some((word) => words.includes(word))
    ? `Nothing of "${intended}" is left: nobody could know what is meant.`
    : undefined;
}

const MOST_LISTED = 200;
const NEAREST = 5;

/**
 * Makes a query that no operation supports (Query when need, Chapter 4). A person has to confirm that: the search only finds operations with similar
 * words.
 */
async function makeUnsupported(
  source: ItoolItem,
  { ask, operations, search, problems }: StageContext,
): Promise<Made> {
  const listed = operations.slice(0, MOST_LISTED).map(({ id, summary }) => `${id}: ${summary}`);
  const { said, problem } = await ask({
    name: "unsupported",
    form: z.object({
      query: z.string().describe("A query that cannot be answered."),
      lacking: z.string().describe("The step that no operation does, such as: order a ticket."),
    }),
    instructions: `You write test queries for assistants that answer from an API. You are given a query that the API can answer and the list of all that it can do. Write another query of the same person about the same subject that nothing in the list can do, neither alone nor together, so that an honest assistant has to say so. In "lacking", say in a few plain words the step that no operation does.`,
    input: `Query: ${source.query}\nWhat the API can do:\n${asData(listed.join("\n"))}`,
    example: { query: "Order two tickets for it tonight.", lacking: "order a ticket" },
    problems,
  });
  if (problem !== undefined) return { problem };
  const { query, lacking } = said;
  if (query.trim() === "" || isSameName(query, source.query))
    return { problem: "The query is the same as before." };
  if (lacking.trim() === "") return { problem: 'Say in "lacking" which step no operation does.' };
  const near = search(lacking, NEAREST);
  const [nearest] = near;
  if (nearest !== undefined && source.solution.some(({ operation }) => operation === nearest.id))
    return { problem: `${nearest.id} (${nearest.summary}) may do that: the query before needs it too.` };
  const nearby = near.length === 0 ? "" : ` Nearest: ${near.map(({ id }) => id).join("; ")}.`;
  return {
    item: {
      id: `${source.id}-unsupported`,
      category: "unsupported",
      query,
      ...{ words: [], about: [], question: "", reply: "", intended: "" },
      ...{ alternatives: [], solution: [], answer: "" },
    },
    notes: [`Make sure that nothing does this: ${lacking.trim()}.${nearby}`],
  };
}

export const STAGES: Readonly<Record<ItoolKind, Stage>> = {
  missing: makeMissing,
  unclear: makeUnclear,
  problematic: makeProblematic,
  "several-meanings": makeSeveralMeanings,
  unsupported: makeUnsupported,
};

/** A thing in the API's list in which the solution finds the name. */
interface NamedThing {
  readonly name: string;
  readonly record: JsonObject;
}

const eachOnce = (things: readonly NamedThing[]): readonly NamedThing[] =>
  things.filter(({ name }, at) => things.findIndex((other) => isSameName(other.name, name)) === at);

const INTENDED = "{intended}";

/** Whether the solution contains a placeholder for the name, so that another name can be inserted. */
export function usesName({ solution, answer }: Pick<ItoolItem, "solution" | "answer">): boolean {
  return answer.includes(INTENDED) || solution.some((step) => mentions(step.arguments as Json));
}

/**
 * Distinct things that the solution's lookup step returns for a text, in the API's order. None if the response to the intended name does not contain it
 * as a name.
 * @throws whatever `call` throws
 */
async function lookUpName(
  source: ItoolItem,
  text: string,
  call: CallOperation,
): Promise<readonly NamedThing[]> {
  const solution = source.solution.slice(0, placeOfLookup(source) + 1);
  const last = solution.at(-1);
  if (last === undefined) return [];
  const follow = (name: string) => followSolution({ ...source, solution, answer: `=${last.as}` }, call, name);
  const own = recordsIn(await follow(source.intended));
  const member = own
    .flatMap((record) => Object.entries(record))
    .find(([, value]) => typeof value === "string" && isSameName(value, source.intended))?.[0];
  if (member === undefined) return [];
  const found = recordsIn(await follow(text)).flatMap((record): readonly NamedThing[] => {
    const name = record[member];
    return typeof name === "string" ? [{ name, record }] : [];
  });
  return eachOnce(found);
}

/** Index of the step that searches by the name, or of the step whose response an expression picks it from. */
function placeOfLookup({ solution }: ItoolItem): number {
  const searches = solution.findIndex((step) => mentions(step.arguments as Json, false));
  if (searches >= 0) return searches;
  const picks = solution.findIndex((step) => mentions(step.arguments as Json));
  return picks >= 0 ? picks - 1 : solution.length - 1;
}

function mentions(value: Json, inExpressions = true): boolean {
  if (typeof value === "string") return value.includes(INTENDED) && (inExpressions || !value.startsWith("="));
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((each) => mentions(each ?? null, inExpressions));
}

/** All objects in lists, outermost first. */
function recordsIn(value: Json): readonly JsonObject[] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap((each) => recordsIn(each ?? null));
  const members = value as readonly Json[];
  return [...members.filter(isObject), ...members.flatMap((each) => recordsIn(each))];
}
