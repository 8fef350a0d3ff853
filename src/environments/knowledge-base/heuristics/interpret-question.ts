import type { NotUnderstood, Unclear, Understood } from "../../../environment/capabilities.ts";
import { describedReadings, spoken } from "../readings/knowledge-base-readings.ts";
import { chooseReading } from "./choose-reading.ts";
import type { ChartInput, Edge } from "./grammar/chart.ts";
import type { Phrase } from "./grammar/phrase.ts";
import { readQuestion } from "./grammar/read-question.ts";
import { lexicalEdges } from "./linking/lexical-edges.ts";
import { linkNames } from "./linking/link-names.ts";
import type { NameSpan } from "./linking/name-reading.ts";
import { planOf } from "./plan-of.ts";
import { readTokens, type Token } from "./question/read-tokens.ts";
import { withoutCourtesy } from "./question/without-courtesy.ts";
import { phraseKey } from "./question/word-key.ts";
import type { ReadingSession } from "./reading-session.ts";
import { type Node, nameNode } from "./resolve/node.ts";
import { type ResolveContext, resolveContext } from "./resolve/resolve-context.ts";
import { takenNames } from "./resolve/taken-names.ts";
import { keepsTo } from "./settled/keeps-to.ts";
import { type Said, saidSpans } from "./settled/said.ts";
import { choicesIn } from "./unclear/choices-in.ts";
import { findReference } from "./unclear/find-reference.ts";
import { missingReference } from "./unclear/missing-reference.ts";
import { likenessOf } from "./unclear/name-likeness.ts";
import { unclearNames } from "./unclear/unclear-names.ts";
import { MOST_CHOICES, unclearName, unclearRivals } from "./unclear/unclear-rivals.ts";
import { strangeWords, wordsNotKnown } from "./words-not-known.ts";

export type Interpretation = Understood | NotUnderstood | Unclear;

const MOST_TOKENS = 40;

/** A question taken apart, its names looked up. */
export interface LinkedQuestion {
  readonly tokens: readonly Token[];
  readonly names: readonly NameSpan[];
  readonly input: ChartInput;
}

/** Undefined for questions that are too long, or none. */
export async function linkQuestion(
  said: Said,
  { graph, known, services }: ReadingSession,
): Promise<LinkedQuestion | undefined> {
  const { question } = said;
  const tokens = withoutCourtesy(readTokens(question));
  if (tokens.length > MOST_TOKENS || !tokens.some(({ kind }) => kind !== "mark")) return undefined;
  const spans = saidSpans(said, question, tokens);
  const names = await linkNames(question, tokens, known, graph, services.store.labelSearch.mode, spans);
  // Words of which it is known what they mean are nothing else: "that person" is no noun.
  const open = tokens.map(
    (token, at): Token =>
      spans.some(({ from, to }) => from <= at && at < to) ? { ...token, kind: "quoted", folded: "" } : token,
  );
  const words = open.map(({ folded, kind }) => (kind === "quoted" ? "" : folded));
  return { tokens, names, input: { words, lexical: lexicalEdges(open, names, known) } };
}

/** Changes what a follow-up asks for. */
export type Reshape = (parses: readonly Edge<Phrase>[]) => readonly Edge<Phrase>[];

/** One question that stands by itself, as a plan; or what of it is unclear or not known. */
export async function interpretQuestion(
  said: Said,
  session: ReadingSession,
  reshape: Reshape = (parses) => parses,
): Promise<Interpretation> {
  const linked = await linkQuestion(said, session);
  if (linked === undefined) {
    const reason = /[\p{L}\p{N}]/u.test(said.question)
      ? `The rules read up to ${MOST_TOKENS} words.`
      : "There is no question.";
    return { understood: false, reason, words: [] };
  }
  const { tokens, names, input } = linked;
  const { known, services, graph, senses } = session;
  const context = resolveContext(services, graph, known, senses);
  const strange = strangeWords(tokens, names, known);
  const reference = findReference(said.question, tokens, names, known);
  if (reference !== undefined && strange.length === 0) return missingReference(reference);
  const parses = reshape(readQuestion(input));
  const { chosen, problem, rivals } = await chooseReading(parses, context, (node) => keepsTo(node, said));
  if (chosen !== undefined) {
    const guessed = await guessedName(chosen.node, names, context);
    if (guessed) return guessed;
    const taken = await takenNames(chosen, names, context);
    return planOf(
      session.environment,
      { ...chosen, assumptions: [...chosen.assumptions, ...taken] },
      services.names,
    );
  }
  const unclear =
    rivals !== undefined
      ? await unclearRivals(rivals, said.question, names, context)
      : strange.length === 0 && problem === undefined
        ? await unclearNames(names, tokens, session)
        : undefined;
  if (unclear) return unclear;
  const examples = await answerableExamples(tokens, names, session);
  return { ...wordsNotKnown(tokens, names, known, context.notes, problem), examples };
}

/** Asks where a name of the question is only a part of a stored one, or like it. */
async function guessedName(
  node: Node,
  names: readonly NameSpan[],
  { graph, services }: ResolveContext,
): Promise<Unclear | undefined> {
  const taken = choicesIn(node).map(({ words }) => words);
  const span = names.find(
    ({ text, readings: [first] }) =>
      taken.includes(text) && (first?.tier === "typo" || first?.tier === "part"),
  );
  if (!span) return undefined;
  const readings = span.readings.slice(0, MOST_CHOICES);
  const labels = await graph.termNames(readings.map(({ term }) => term));
  const like = readings.map(({ term, name, tier }, at) => ({
    term,
    label: labels[at] ?? name,
    ...likenessOf(tier),
  }));
  return unclearName(span.text, await describedReadings(like, graph, services.names));
}

const MOST_EXAMPLES = 2;
const MOST_TRIED = 8;

/** Up to two questions that the rules answer on this graph: about what this question names, else about all of a class. */
async function answerableExamples(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  session: ReadingSession,
): Promise<readonly string[]> {
  const { graph, known, services, senses } = session;
  const context = resolveContext(services, graph, known, senses);
  const [named] = names.flatMap(({ readings, cost }) => (cost < 0.2 ? readings.slice(0, 1) : []));
  const around = named ? await context.relationsOf(nameNode(named.term, named.name)) : [];
  const about = around.flatMap(({ path: { label, local }, sense }) => {
    const noun = spoken(label, local).toLowerCase();
    return sense.nouns.has(phraseKey(noun.split(" "))) ? [`What is the ${noun} of ${named?.name}?`] : [];
  });
  const isCount = tokens.some(({ folded }) => folded === "many" || folded === "count");
  const all = [...known.classes.values()].flat().map(({ label }) => {
    const rows = `${label.toLowerCase()}s`;
    return isCount ? `How many ${rows} are there?` : `List all ${rows}`;
  });
  const found: string[] = [];
  for (const question of [...new Set([...about, ...all])].slice(0, MOST_TRIED)) {
    const linked = await linkQuestion({ question, names: [], relations: [] }, session);
    const { chosen } = linked ? await chooseReading(readQuestion(linked.input), context) : {};
    if (chosen) found.push(question);
    if (found.length === MOST_EXAMPLES) break;
  }
  return found;
}
