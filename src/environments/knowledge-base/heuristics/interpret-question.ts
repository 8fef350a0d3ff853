import type { NotUnderstood, Unclear, Understood } from "../../../environment/capabilities.ts";
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
import type { ReadingSession } from "./reading-session.ts";
import { resolveContext } from "./resolve/resolve-context.ts";
import { takenNames } from "./resolve/taken-names.ts";
import { keepsTo } from "./settled/keeps-to.ts";
import { type Said, saidSpans } from "./settled/said.ts";
import { findReference } from "./unclear/find-reference.ts";
import { missingReference } from "./unclear/missing-reference.ts";
import { unclearNames } from "./unclear/unclear-names.ts";
import { unclearRivals } from "./unclear/unclear-rivals.ts";
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
  return unclear ?? wordsNotKnown(tokens, names, known, context.notes, problem);
}
