import type { NotUnderstood } from "../../../environment/capabilities.ts";
import { type Interpretation, notUnderstood } from "../../../environment/interpretations.ts";
import { readTokens, type Token } from "../../../util/english/tokens.ts";
import { phraseKey } from "../../../util/english/word-key.ts";
import type { JsonObject } from "../../../util/json.ts";
import { samePath } from "../access/path-names.ts";
import { sentenceOf } from "../conclude/conclude.ts";
import { takeApart } from "../program/made-by-tools.ts";
import { programKey } from "../program/program.ts";
import { programText } from "../program/program-text.ts";
import { entityTexts, spoken } from "../readings/knowledge-base-readings.ts";
import { isNode, termText } from "../term/term.ts";
import { askReference, findReference } from "./asking/references.ts";
import { respects, type SettledQuestion, settledSpans } from "./asking/settled.ts";
import { spansTaken, unclearName, unclearRivals } from "./asking/unclear.ts";
import type { ChartInput, Edge } from "./grammar/chart.ts";
import type { Phrase } from "./grammar/phrase.ts";
import { readQuestion } from "./grammar/read-question.ts";
import { CLOSED_WORDS, EMPTY_ADJECTIVES, WORDS_OF_GRAMMAR } from "./lexicon/kinds.ts";
import { linkNames, type NameSpan } from "./linking/link-names.ts";
import { type KnownWords, lexicalEdges, nounOf, verbOf } from "./linking/words.ts";
import { withoutCourtesy } from "./question/courtesy.ts";
import {
  type ReadingSession,
  type ResolveContext,
  type Resolved,
  resolveContext,
} from "./resolve/resolve-context.ts";
import { resolvePhrase } from "./resolve/resolve-phrase.ts";

const THOUGHTS: Readonly<Record<string, (given: JsonObject) => string>> = {
  get_relations: ({ variable }) => `I list the relations of ${variable}.`,
  get_attributes: ({ variable }) => `I list the attributes of ${variable}.`,
  get_neighbors: ({ variable, relation }) => `The question asks for what ${relation} says of ${variable}.`,
  instances: ({ class: of }) => `The question is about all of ${of}.`,
  intersection: ({ variable1, variable2 }) => `What is asked for is in both ${variable1} and ${variable2}.`,
  difference: ({ variable2 }) => `${variable2} is not among what is asked for, so I leave it out.`,
  filter: ({ attribute, comparison, value }) =>
    `Only those whose ${attribute} is ${comparison} ${value} are meant.`,
  count: ({ variable }) => `"How many" asks for the number of members of ${variable}.`,
};

/** The actions that build the set. */
async function planOf(
  { program, taken: words, cost, assumptions, rules = [] }: Resolved,
  { environment, services }: ReadingSession,
): Promise<Interpretation> {
  const taken = await takeApart(program, services.names, {
    joined: (from, path) =>
      words.some(
        (each) =>
          each.is === "path" && samePath(each.path.path, path) && programKey(each.from) === programKey(from),
      ),
  });
  if (taken === undefined) return notUnderstood("The tools cannot make this set.");
  return {
    understood: true,
    plan: taken.actions.map(({ tool, arguments: given }) => ({
      thought: THOUGHTS[tool]?.(given) ?? "",
      action: { environment, tool, arguments: given },
    })),
    claim: taken.claim,
    confidence: Math.max(0.5, 0.97 - cost * 0.6),
    assumptions: [...new Set(assumptions)],
    rules,
  };
}

/** Readings that cost this much more than the cheapest are not considered. */
const MARGIN = 0.05;
const MOST_PARSES = 24;
const MOST_COMPARED = 12;
const MOST_MEMBERS = 5000;
/** Highest cost of an accepted reading. */
const MOST_COST = 0.75;

type Choice =
  | { readonly chosen: Resolved; readonly problem?: never; readonly rivals?: never }
  | { readonly chosen?: never; readonly problem?: string; readonly rivals?: readonly Resolved[] };

/**
 * Chooses the cheapest set that has members, if all sets of nearly the same cost are equal. Otherwise returns the different sets
 * as `rivals`, cheapest first. Ignores sets that `admitted` refuses.
 */
async function chooseReading(
  parses: readonly Edge<Phrase>[],
  context: ResolveContext,
  admitted: (resolved: Resolved) => boolean = () => true,
): Promise<Choice> {
  const found = new Map<string, Resolved>();
  let least = MOST_COST - MARGIN;
  let empty: Resolved | undefined;
  for (const { value, cost, rules = [] } of parses.slice(0, MOST_PARSES)) {
    if (cost > least + MARGIN) break;
    for (const each of await resolvePhrase(value, context)) {
      if (!admitted(each)) continue;
      const whole = { ...each, cost: cost + each.cost, rules };
      const key = programKey(each.program);
      if (whole.cost > MOST_COST || (found.get(key)?.cost ?? Number.POSITIVE_INFINITY) <= whole.cost)
        continue;
      if (!(await hasMembers(each, context))) {
        empty ??= whole;
        continue;
      }
      found.set(key, whole);
      least = Math.min(least, whole.cost);
    }
  }
  const [best, ...others] = [...found.values()].sort((a, b) => a.cost - b.cost);
  if (!best)
    return empty ? { problem: `Nothing fits: ${await sentenceOf(empty.program, context)} is empty.` } : {};
  const near = others.filter(({ cost }) => cost <= best.cost + MARGIN);
  const rivals = [best];
  for (const other of near.slice(0, MOST_COMPARED)) {
    if (!(await same(best, other, context))) rivals.push(other);
  }
  const [, second] = rivals;
  if (near.length > MOST_COMPARED) return { problem: "It can be read in too many ways.", rivals };
  if (second === undefined) return { chosen: best };
  const sentences = await Promise.all([best, second].map(({ program }) => sentenceOf(program, context)));
  // If the sentences are equal, entities share a name, and only the programs differ.
  const programs = [best, second].map(({ program }) => programText(program, context.services.names));
  const [one, two] = sentences[0] === sentences[1] ? programs : sentences;
  return { problem: `It can be read in two ways that give different answers: ${one}; or ${two}.`, rivals };
}

/** Whether the set, or the set that it counts, has members: a count of 0 is as likely a wrong reading as the truth. */
async function hasMembers({ program }: Resolved, { graph, spend }: ResolveContext): Promise<boolean> {
  if (!spend()) return false;
  const isCount = program.op === "count";
  const { size, sample } = await graph.summarize(isCount ? program.of : program);
  // Nodes without a label only connect others; nobody asks for them.
  const labels = await graph.labels(sample);
  return size > 0 && (isCount || sample.some((term, at) => !isNode(term) || labels[at] !== undefined));
}

async function same(a: Resolved, b: Resolved, { graph }: ResolveContext): Promise<boolean> {
  const [left, right] = await Promise.all([a, b].map(({ program }) => graph.members(program, MOST_MEMBERS)));
  if (!left?.complete || !right?.complete || left.terms.length !== right.terms.length) return false;
  const own = new Set(left.terms.map(termText));
  return right.terms.every((term) => own.has(termText(term)));
}

/** Why a question has no reading, and the words that no rule could place. */
function wordsNotKnown(
  { tokens, names }: LinkedQuestion,
  { known, notes }: ResolveContext,
  problem: string | undefined,
): NotUnderstood {
  if (problem !== undefined) return notUnderstood(problem);
  const strange = strangeWords(tokens, names, known);
  const list = strange.map((word) => `"${word}"`).join(", ");
  if (list !== "")
    return notUnderstood(`Nothing in this knowledge base goes by ${list}, as far as I can tell.`, strange);
  const [note] = notes;
  if (note) return notUnderstood(note.reason, note.words);
  const words = tokens
    .filter(({ folded, kind }, at) => kind !== "mark" && !isGrammar(folded) && !isNamed(at, names))
    .map(({ folded }) => folded);
  return notUnderstood("I know the words but cannot put them together.", words);
}

const isGrammar = (folded: string): boolean => CLOSED_WORDS.has(folded) || WORDS_OF_GRAMMAR.has(folded);

/** Words that are no names and are unknown to knowledge base and grammar. */
function strangeWords(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): readonly string[] {
  const isKnown = (words: readonly string[]) => nounOf(words, known) ?? verbOf(words, known);
  const isPlaced = ({ folded, kind }: Token, at: number): boolean => {
    if (kind === "mark" || /^\d/u.test(folded) || isGrammar(folded) || isNamed(at, names)) return true;
    if (EMPTY_ADJECTIVES.has(folded)) return true;
    for (let from = Math.max(0, at - 3); from <= at; from++)
      for (let to = at + 1; to <= Math.min(tokens.length, from + 4); to++)
        if (isKnown(tokens.slice(from, to).map((token) => token.folded))) return true;
    return isKnown([folded.replace(/^co-?(?=\p{L}{3})/u, "")]) !== undefined;
  };
  return tokens.filter((token, at) => !isPlaced(token, at)).map(({ folded }) => folded);
}

function isNamed(at: number, names: readonly NameSpan[]): boolean {
  return names.some(({ from, to }) => from <= at && at < to);
}

const MOST_TOKENS = 40;

/** A question as tokens, with its names looked up. */
interface LinkedQuestion {
  readonly tokens: readonly Token[];
  readonly names: readonly NameSpan[];
  readonly input: ChartInput;
}

/** Undefined for empty questions and for questions that are too long. */
export async function linkQuestion(
  said: SettledQuestion,
  { graph, known, services }: ReadingSession,
): Promise<LinkedQuestion | undefined> {
  const { question } = said;
  const tokens = withoutCourtesy(readTokens(question));
  if (tokens.length > MOST_TOKENS || !tokens.some(({ kind }) => kind !== "mark")) return undefined;
  const spans = settledSpans(said, tokens);
  const names = await linkNames(question, tokens, known, graph, services.store.labelSearch.mode, spans);
  // Words with a settled meaning have no other reading: "that person" is no noun.
  const open = tokens.map(
    (token, at): Token => (isNamed(at, spans) ? { ...token, kind: "quoted", folded: "" } : token),
  );
  const words = open.map(({ folded, kind }) => (kind === "quoted" ? "" : folded));
  return { tokens, names, input: { words, lexical: lexicalEdges(open, names, known) } };
}

/** Interprets one self-contained question as a plan, or reports its unclear or unknown words. */
export async function interpretQuestion(
  said: SettledQuestion,
  session: ReadingSession,
): Promise<Interpretation> {
  const linked = await linkQuestion(said, session);
  if (linked === undefined) return notUnderstood(`The rules read up to ${MOST_TOKENS} words.`);
  const { tokens, names, input } = linked;
  const context = resolveContext(session);
  const reference = findReference(said.question, tokens, names, session.known);
  if (reference !== undefined && strangeWords(tokens, names, session.known).length === 0)
    return askReference(reference);
  const parses = readQuestion(input);
  const { chosen, problem, rivals } = await chooseReading(parses, context, (resolved) =>
    respects(resolved, said),
  );
  if (chosen !== undefined) {
    const taken = spansTaken(chosen, names);
    const guessed = taken.find(({ taken: { tier } }) => tier === "typo" || tier === "part");
    if (guessed) return unclearName(guessed.span.text, guessed.span.readings, session);
    const assumptions = [...chosen.assumptions, ...(await namesakeNotes(taken, session))];
    return planOf({ ...chosen, assumptions }, session);
  }
  const unclear = rivals && (await unclearRivals(rivals, names, session));
  if (unclear) return unclear;
  return { ...wordsNotKnown(linked, context, problem), examples: await answerableExamples(linked, context) };
}

/** States which of several entities of one name was chosen. */
async function namesakeNotes(
  all: ReturnType<typeof spansTaken>,
  { graph, services }: ReadingSession,
): Promise<readonly string[]> {
  const several = all.filter(({ span }) => new Set(span.readings.map(({ term }) => termText(term))).size > 1);
  const named = several.map(({ taken: { term, name } }) => ({ term, label: name }));
  const texts =
    several.length === 0 ? [] : (await entityTexts(named, graph, services.names)).map(({ text }) => text);
  return several.map(({ span }, at) => `"${span.text}" was read as ${texts[at]}.`);
}

const MOST_EXAMPLES = 2;
const MOST_TRIED = 8;

/** Up to two questions that the rules can answer on this graph: about names of this question, else about a class. */
async function answerableExamples(
  { tokens, names }: LinkedQuestion,
  context: ResolveContext,
): Promise<readonly string[]> {
  const [named] = names.flatMap(({ readings, cost }) => (cost < 0.2 ? readings.slice(0, 1) : []));
  const around = named ? await context.relationsOf({ op: "terms", terms: [named.term] }) : [];
  const about = around.flatMap(({ path: { label, local }, sense }) => {
    const noun = spoken(label, local).toLowerCase();
    return sense.nouns.has(phraseKey(noun.split(" "))) ? [`What is the ${noun} of ${named?.name}?`] : [];
  });
  const isCount = tokens.some(({ folded }) => folded === "many" || folded === "count");
  const all = [...context.known.classes.values()].flat().map(({ label }) => {
    const rows = `${label.toLowerCase()}s`;
    return isCount ? `How many ${rows} are there?` : `List all ${rows}`;
  });
  const found: string[] = [];
  for (const question of [...new Set([...about, ...all])].slice(0, MOST_TRIED)) {
    const linked = await linkQuestion({ question, names: [], relations: [] }, context);
    const { chosen } = linked ? await chooseReading(readQuestion(linked.input), context) : {};
    if (chosen) found.push(question);
    if (found.length === MOST_EXAMPLES) break;
  }
  return found;
}
