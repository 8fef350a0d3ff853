import type { NotUnderstood, PlannedStep, Unclear, Understood } from "../../../environment/capabilities.ts";
import type { JsonObject } from "../../../util/json.ts";
import { identifierOf } from "../access/term-name.ts";
import { programKey } from "../program/program.ts";
import { irisOf, programSentence } from "../program/program-sentence.ts";
import { programText } from "../program/program-text.ts";
import { describedReadings, spoken } from "../readings/knowledge-base-readings.ts";
import { isNode, termText } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import type { ChartInput, Edge } from "./grammar/chart.ts";
import type { Phrase } from "./grammar/phrase.ts";
import { readQuestion } from "./grammar/read-question.ts";
import { CLOSED_WORDS, EMPTY_ADJECTIVES } from "./lexicon/kinds.ts";
import { degreeOf, EXTREMES, UNITS } from "./lexicon/scales.ts";
import type { KnownWords } from "./linking/known-words.ts";
import { lexicalEdges, nounOf, verbOf } from "./linking/lexical-edges.ts";
import { linkNames, type NameReading, type NameSpan } from "./linking/link-names.ts";
import { readTokens, type Token, withoutCourtesy } from "./question/read-tokens.ts";
import { phraseKey } from "./question/word-key.ts";
import { type Node, nameNode } from "./resolve/node.ts";
import {
  type Note,
  type ReadingSession,
  type ResolveContext,
  type Resolved,
  resolveContext,
} from "./resolve/resolve-context.ts";
import { resolvePhrase } from "./resolve/resolve-phrase.ts";
import { takenNames } from "./resolve/taken-names.ts";
import { keepsTo } from "./settled/apply-settled.ts";
import { type Said, saidSpans } from "./settled/said.ts";
import { findReference, missingReference } from "./unclear/find-reference.ts";
import { choicesIn, likenessOf, MOST_CHOICES, unclearName, unclearRivals } from "./unclear/unclear-rivals.ts";

/** The actions that lead to a set, each list of relations or attributes before what is taken from it. */
function planOf(
  environment: string,
  { node, cost, assumptions, rules = [] }: Resolved,
  names: Names,
): Understood {
  const writer = new PlanWriter(environment, names);
  const last = writer.write(node);
  return {
    understood: true,
    plan: writer.steps,
    claim: { text: last },
    confidence: Math.max(0.5, 0.97 - cost * 0.6),
    assumptions: [...new Set(assumptions)],
    rules,
  };
}

class PlanWriter {
  readonly steps: PlannedStep[] = [];
  readonly #environment: string;
  readonly #names: Names;
  readonly #variables = new Map<string, string>();
  readonly #listed = new Set<string>();

  constructor(environment: string, names: Names) {
    this.#environment = environment;
    this.#names = names;
  }

  /** Gives the variable of the set, or the identifier of the entity. */
  write(node: Node): string {
    if (node.kind === "name") return identifierOf(node.term, this.#names);
    const key = programKey(node.program);
    const known = this.#variables.get(key);
    if (known !== undefined) return known;
    this.#make(node);
    const made = `#${this.#variables.size}`;
    this.#variables.set(key, made);
    return made;
  }

  #make(node: Exclude<Node, { kind: "name" }>): void {
    switch (node.kind) {
      case "instances":
        this.#step(
          "instances",
          { class: node.class.text },
          `The question is about all of ${node.class.label}.`,
        );
        return;
      case "follow":
        this.#follow(node);
        return;
      case "intersection":
      case "union":
      case "difference": {
        const [left, right] = [this.write(node.left), this.write(node.right)];
        const thoughts = {
          intersection: `What is asked for is in both ${left} and ${right}.`,
          union: `What is asked for is in ${left} or in ${right}.`,
          difference: `${nameOf(node.right) ?? right} is not among what is asked for, so I leave it out.`,
        };
        this.#step(node.kind, { variable1: left, variable2: right }, thoughts[node.kind]);
        return;
      }
      case "filter": {
        const of = this.write(node.of);
        this.#list(
          "kind" in node.attribute.facts ? "get_attributes" : "get_relations",
          of,
          node.attribute.text,
        );
        const thought = `Only those whose ${node.attribute.text} is ${node.comparison} ${node.written} are meant.`;
        const value = node.value.kind === "literal" ? node.written : identifierOf(node.value, this.#names);
        const given = { variable: of, attribute: node.attribute.text, comparison: node.comparison, value };
        this.#step("filter", given, thought);
        return;
      }
      case "extreme": {
        const of = this.write(node.of);
        this.#list("get_attributes", of, node.attribute.text);
        const thought = `"${node.asked}" asks for the ${node.greatest ? "greatest" : "least"} ${node.attribute.text}.`;
        this.#step(
          node.greatest ? "argmax" : "argmin",
          { variable: of, attribute: node.attribute.text },
          thought,
        );
        return;
      }
      case "count": {
        const of = this.write(node.of);
        this.#step("count", { variable: of }, `"How many" asks for the number of members of ${of}.`);
        return;
      }
    }
  }

  #follow({ from, path, asked }: Extract<Node, { kind: "follow" }>): void {
    const variable = this.write(from);
    const name = nameOf(from) ?? variable;
    const value = path.facts.end.kind === "numbers" || path.facts.end.kind === "dates";
    const thought = `"${asked}" asks for what ${path.text} says of ${name}.`;
    if (value) {
      this.#list("get_attributes", variable, path.text);
      this.#step("values", { variable, attribute: path.text }, thought);
      return;
    }
    this.#list("get_relations", variable, path.text);
    this.#step("get_neighbors", { variable, relation: path.text }, thought);
  }

  #list(tool: "get_relations" | "get_attributes", variable: string, wanted: string): void {
    const key = `${tool} ${variable}`;
    if (this.#listed.has(key)) return;
    this.#listed.add(key);
    const what = tool === "get_relations" ? "relations" : "attributes";
    this.#step(tool, { variable }, `I list the ${what} of ${variable}, to take ${wanted} from them.`);
  }

  #step(tool: string, given: JsonObject, thought: string): void {
    this.steps.push({ thought, action: { environment: this.#environment, tool, arguments: given } });
  }
}

function nameOf(node: Node): string | undefined {
  return node.kind === "name" ? node.name : undefined;
}

/** Readings this much dearer than the cheapest are not considered. */
const MARGIN = 0.05;
const MOST_PARSES = 24;
const MOST_COMPARED = 12;
const MOST_MEMBERS = 5000;
/** Readings that stretch the question further are not taken. */
const MOST_COST = 0.75;

type Choice =
  | { readonly chosen: Resolved; readonly problem?: never; readonly rivals?: never }
  | { readonly chosen?: never; readonly problem?: string; readonly rivals?: readonly Resolved[] };

/**
 * The one set to take: the cheapest that has members, where all that are nearly as cheap are the same set. Where they are not, all that differ
 * are `rivals`, cheapest first. What `admitted` refuses is not considered.
 */
async function chooseReading(
  parses: readonly Edge<Phrase>[],
  context: ResolveContext,
  admitted: (node: Node) => boolean = () => true,
): Promise<Choice> {
  const found = new Map<string, Resolved>();
  let least = MOST_COST - MARGIN;
  let empty: Resolved | undefined;
  for (const { value, cost, rules = [] } of parses.slice(0, MOST_PARSES)) {
    if (cost > least + MARGIN) break;
    for (const each of await resolvePhrase(value, context)) {
      if (!admitted(each.node)) continue;
      const whole = { ...each, cost: cost + each.cost, rules };
      const key = programKey(each.node.program);
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
  if (!best) return empty ? { problem: `Nothing fits: ${await told(empty, context)} is empty.` } : {};
  const near = others.filter(({ cost }) => cost <= best.cost + MARGIN);
  const rivals = [best];
  for (const other of near.slice(0, MOST_COMPARED)) {
    if (!(await same(best, other, context))) rivals.push(other);
  }
  const [, second] = rivals;
  if (near.length > MOST_COMPARED) return { problem: "It can be read in too many ways.", rivals };
  if (second === undefined) return { chosen: best };
  const [one, two] = await toldApart(best, second, context);
  return { problem: `It can be read in two ways that give different answers: ${one}; or ${two}.`, rivals };
}

/** A count of nothing is as likely a reading gone wrong as the truth. */
async function hasMembers({ node }: Resolved, { graph, spend }: ResolveContext): Promise<boolean> {
  if (!spend()) return false;
  const { size, sample } = await graph.summarize(node.kind === "count" ? node.of.program : node.program);
  // Nodes that nothing names only hold others together; nobody asks for them.
  const labels = await graph.labels(sample);
  return (
    size > 0 &&
    (node.kind === "count" || sample.some((term, at) => !isNode(term) || labels[at] !== undefined))
  );
}

async function same(a: Resolved, b: Resolved, { graph }: ResolveContext): Promise<boolean> {
  const [left, right] = await Promise.all(
    [a, b].map(({ node }) => graph.members(node.program, MOST_MEMBERS)),
  );
  if (!left?.complete || !right?.complete || left.terms.length !== right.terms.length) return false;
  const own = new Set(left.terms.map(termText));
  return right.terms.every((term) => own.has(termText(term)));
}

/** As sentences; as programs where entities of one name make the difference. */
async function toldApart(
  a: Resolved,
  b: Resolved,
  context: ResolveContext,
): Promise<readonly [string, string]> {
  const [one, two] = [await told(a, context), await told(b, context)];
  if (one !== two) return [one, two];
  const { names } = context.services;
  return [programText(a.node.program, names), programText(b.node.program, names)];
}

async function told({ node }: Resolved, { graph, services }: ResolveContext): Promise<string> {
  const iris = irisOf(node.program);
  const labels = await graph.labels(iris.map((value) => ({ kind: "iri", value })));
  const byIri = new Map(iris.map((each, at) => [each, labels[at]]));
  return programSentence(node.program, services.names, (each) => byIri.get(each)).replace(/\.$/u, "");
}

const POWERS = /^(?:thousand|million|billion)$/u;
const JOINT = /^co-?(?=\p{L}{3})/u;

/** Why a question has no reading, and the words that no rule could place. */
function wordsNotKnown(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
  notes: readonly Note[],
  problem: string | undefined,
): NotUnderstood {
  if (problem !== undefined) return { understood: false, reason: problem, words: [] };
  const strange = strangeWords(tokens, names, known);
  if (strange.length > 0) {
    const list = strange.map((word) => `"${word}"`).join(", ");
    const reason = `Nothing in this knowledge base goes by ${list}, as far as I can tell.`;
    return { understood: false, reason, words: strange };
  }
  const [note] = notes;
  if (note) return { understood: false, reason: note.reason, words: note.words };
  const words = tokens
    .filter(({ folded, kind }, at) => kind !== "mark" && !CLOSED_WORDS.has(folded) && !isNamed(at, names))
    .map(({ folded }) => folded);
  return { understood: false, reason: "I know the words but cannot put them together.", words };
}

/** Words that are no names, and that nothing in the knowledge base or the grammar is called. */
function strangeWords(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): readonly string[] {
  return tokens.filter((token, at) => !isPlaced(token, at, tokens, names, known)).map(({ folded }) => folded);
}

function isNamed(at: number, names: readonly NameSpan[]): boolean {
  return names.some(({ from, to }) => from <= at && at < to);
}

function isPlaced(
  { folded, kind }: Token,
  at: number,
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): boolean {
  if (kind === "mark" || CLOSED_WORDS.has(folded) || isNamed(at, names)) return true;
  if (EMPTY_ADJECTIVES.has(folded) || EXTREMES.has(folded) || UNITS.has(folded) || kind === "number")
    return true;
  if (degreeOf(folded).length > 0 || POWERS.test(folded)) return true;
  const whole = folded.replace(JOINT, "");
  for (let from = Math.max(0, at - 3); from <= at; from++) {
    for (let to = at + 1; to <= Math.min(tokens.length, from + 4); to++) {
      const words = tokens.slice(from, to).map((token) => token.folded);
      const read = to - from === 1 ? [whole] : words;
      if (nounOf(words, known) ?? nounOf(read, known) ?? verbOf(words, known) ?? verbOf(read, known))
        return true;
    }
  }
  return false;
}

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
    const guessed = await guessedName(chosen.node, names, context, (span, reading) => {
      const meant = { words: span.text, readings: [{ ...reading, tier: "said" as const }] };
      return interpretQuestion({ ...said, names: [...said.names, meant] }, session, reshape);
    });
    if (guessed) return guessed;
    const taken = await takenNames(chosen, names, context);
    return planOf(
      session.environment,
      { ...chosen, assumptions: [...chosen.assumptions, ...taken] },
      services.names,
    );
  }
  const unclear = rivals && (await unclearRivals(rivals, said.question, names, context));
  if (unclear) return unclear;
  const examples = await answerableExamples(tokens, names, session);
  return { ...wordsNotKnown(tokens, names, known, context.notes, problem), examples };
}

/** Asks where a name of the question is only a part of a stored one, or like it: for which of those that lead to an answer is meant. */
async function guessedName(
  node: Node,
  names: readonly NameSpan[],
  { graph, services }: ResolveContext,
  readAs: (span: NameSpan, reading: NameReading) => Promise<Interpretation>,
): Promise<Unclear | undefined> {
  const taken = choicesIn(node).map(({ words }) => words);
  const span = names.find(
    ({ text, readings: [first] }) =>
      taken.includes(text) && (first?.tier === "typo" || first?.tier === "part"),
  );
  if (!span) return undefined;
  const readings: NameReading[] = [];
  for (const reading of span.readings.slice(0, MOST_CHOICES)) {
    const found = await readAs(span, reading);
    if (found.understood || found.unclear !== undefined) readings.push(reading);
  }
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
