import type { PreviousRun } from "../../../../environment/task.ts";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { parseProgram } from "../../program/parse-program.ts";
import { classTest, nodesOf, type Program } from "../../program/program.ts";
import { describedReadings } from "../../readings/knowledge-base-readings.ts";
import { isNode, type Term, termText } from "../../term/term.ts";
import type { Edge } from "../grammar/chart.ts";
import type { Condition, Phrase } from "../grammar/phrase.ts";
import { also } from "../grammar/phrase-makers.ts";
import { readConditions } from "../grammar/read-question.ts";
import { type Interpretation, interpretQuestion, linkQuestion, type Reshape } from "../interpret-question.ts";
import { kindsOf } from "../lexicon/kinds.ts";
import { singular } from "../linking/lexical-edges.ts";
import type { NameReading, NameSpan } from "../linking/link-names.ts";
import { textBetween } from "../question/read-tokens.ts";
import { phraseKey } from "../question/word-key.ts";
import type { ReadingSession } from "../resolve/resolve-context.ts";
import { applySettled, withName } from "../settled/apply-settled.ts";
import type { Said } from "../settled/said.ts";
import { findReference, type Reference } from "../unclear/find-reference.ts";
import { unclearName } from "../unclear/unclear-rivals.ts";

const MOST_NAMED = 8;

interface PreviousThings {
  /** The one entity that was the answer; several where only its name is known, and several have it. */
  readonly answer: readonly NameReading[];
  /** Entities that the question was about. */
  readonly named: readonly NameReading[];
}

/** What a follow-up can point to: by what the answer rested on, else by the names in the question and the answer. */
async function previousThings(previous: PreviousRun, session: ReadingSession): Promise<PreviousThings> {
  const program = await programOf(previous, session);
  if (program !== undefined) {
    const terms = nodesOf(program).flatMap((node) => (node.op === "terms" ? node.terms : []));
    const named = await labelled(terms, session);
    const { terms: members } = await session.graph.members(program, 2);
    return { named, answer: members.length === 1 ? await labelled(members, session) : [] };
  }
  const said = await applySettled(previous.question, previous.settled ?? [], session);
  const linked = await linkQuestion(said, session);
  const named = (linked?.names ?? []).flatMap(({ readings, cost }) =>
    readings.length === 1 && cost < 0.2 ? readings : [],
  );
  return { named, answer: previous.answer === undefined ? [] : await answerNamed(previous.answer, session) };
}

async function programOf(
  { evidence }: PreviousRun,
  { graph, services }: ReadingSession,
): Promise<Program | undefined> {
  if (evidence === undefined) return undefined;
  const { classes } = await graph.schema();
  try {
    return parseProgram(evidence, services.names, {
      isClass: classTest(
        services.store.vocabulary,
        classes.map((each) => each.class),
      ),
    });
  } catch (error) {
    // Evidence of another environment, or shortened: then the words themselves have to do.
    if (error instanceof FuxiError && error.code === "data-invalid") return undefined;
    throw error;
  }
}

async function labelled(terms: readonly Term[], { graph }: ReadingSession): Promise<readonly NameReading[]> {
  const nodes = terms.filter(isNode);
  const names = await graph.termNames(nodes);
  return nodes.map((term, at) => ({ term, name: names[at] ?? "", tier: "said", alias: false }));
}

/** Only where the whole answer is a name. */
async function answerNamed(text: string, { graph }: ReadingSession): Promise<readonly NameReading[]> {
  const { matches } = await graph.find(text.trim(), { limit: MOST_NAMED, among: "entities" });
  return matches
    .filter(({ tier, alias }) => tier === "exact" && !alias)
    .map(({ term, name }) => ({ term, name, tier: "said", alias: false }));
}

const OTHER = /\b(?:other|another|else)\s+/iu;

/**
 * "Who directed it?": the word stands for the previous answer where that was one thing of the kind, else for what the previous question was
 * about. Where several would do, it is asked. Undefined where the question points to nothing.
 */
async function byReference(
  said: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const linked = await linkQuestion(said, session);
  const reference = linked && findReference(said.question, linked.tokens, linked.names, session.known);
  if (reference === undefined || reference.points === "several") return undefined;
  const { answer, named } = await previousThings(previous, session);
  const candidates: { readonly reading: NameReading; readonly found: Interpretation }[] = [];
  // What was just found is what people go on about.
  for (const readings of [answer, ...named.map((each) => [each])]) {
    const fitting: NameReading[] = [];
    for (const each of readings) if (await canBe(each, reference, session)) fitting.push(each);
    const [reading] = fitting;
    if (reading === undefined || candidates.some((each) => same(each.reading, reading))) continue;
    const others = named.filter((each) => !fitting.some((own) => same(own, each)));
    const found = await read(said, reference, fitting, others, session);
    if (found.understood || found.unclear !== undefined) candidates.push({ reading, found });
    if (readings === answer && candidates.length > 0) break;
  }
  const [only, ...more] = candidates;
  if (only === undefined) return undefined;
  if (more.length === 0) return only.found;
  const like = candidates.map(
    ({ reading: { term, name } }) => ({ term, label: name, likeness: "related", score: 0.5 }) as const,
  );
  return unclearName(reference.words, await describedReadings(like, session.graph, session.services.names));
}

async function read(
  said: Said,
  { words }: Reference,
  readings: readonly NameReading[],
  others: readonly NameReading[],
  session: ReadingSession,
): Promise<Interpretation> {
  const other = OTHER.test(said.question);
  const plain = { ...said, question: said.question.replace(/^(?:and|but|so|then)\s+/iu, "") };
  const asked = other ? { ...plain, question: plain.question.replace(OTHER, "") } : plain;
  const found = await interpretQuestion(
    withName(asked, { words, readings }),
    session,
    other ? without(others) : undefined,
  );
  const [first] = readings;
  return found.understood && readings.length === 1
    ? { ...found, assumptions: [`"${words}" was read as "${first?.name}".`, ...found.assumptions] }
    : found;
}

/** "Other films": not those that the previous question named. */
function without(named: readonly NameReading[]): Reshape {
  return (parses) =>
    parses.map(({ value, cost }) => ({
      cost,
      value:
        value.is !== "things"
          ? value
          : also(
              value,
              named.map((each) => ({
                by: "except",
                it: { is: "name", readings: [each], text: each.name },
              })),
            ),
    }));
}

/** Whether what is known of its classes lets it be called so; where nothing is known, it may be. */
async function canBe(
  { term }: NameReading,
  { points, noun }: Reference,
  { graph, known }: ReadingSession,
): Promise<boolean> {
  const program = { op: "terms", terms: [term] } as const;
  const { classes } = await graph.summarize(program);
  const iris = classes.map((each) => each.class);
  const labels = await graph.iriNames(iris);
  const kinds = labels.flatMap((label) => kindsOf(foldText(label)));
  if (noun !== undefined) {
    const wanted = known.classes.get(phraseKey([foldText(noun)])) ?? [];
    if (wanted.length > 0) {
      const meets = wanted.map(async ({ iri }) => {
        const both = { op: "intersection", left: program, right: { op: "instances", class: iri } } as const;
        return iris.includes(iri) || (await graph.summarize(both)).size > 0;
      });
      return (await Promise.all(meets)).some((each) => each);
    }
    const own = kindsOf(singular(foldText(noun)));
    return own.length === 0 || kinds.length === 0 || own.some((kind) => kinds.includes(kind));
  }
  if (kinds.length === 0) return true;
  return kinds.includes("person") === (points === "person");
}

function same(one: NameReading, other: NameReading): boolean {
  return termText(one.term) === termText(other.term);
}

const BEFORE_NAME = /^(?:in|at|on|to|for|from|of|by|with|about|through|into|under|the|a|an)$/u;

/** "And in Rome?": the previous question with this name in place of the one of the same class. Undefined where the text is more than a name. */
async function otherName(
  rest: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const own = await linkQuestion(rest, session);
  const span = own?.names.find(
    ({ from, to }) =>
      to === own.tokens.length && own.tokens.slice(0, from).every(({ folded }) => BEFORE_NAME.test(folded)),
  );
  if (own === undefined || span === undefined) return undefined;
  const before = await applySettled(previous.question, previous.settled ?? [], session);
  const linked = await linkQuestion(before, session);
  if (linked === undefined) return undefined;
  const sure = linked.names.filter(
    (each) =>
      each.cost < 0.5 &&
      !linked.names.some(
        (other) =>
          other !== each && other.from <= each.from && each.to <= other.to && other.cost <= each.cost,
      ),
  );
  const alike: { readonly place: NameSpan; readonly readings: readonly NameReading[] }[] = [];
  for (const place of sure) {
    const readings = await ofSameClass(span.readings, place.readings, session);
    if (readings.length > 0) alike.push({ place, readings });
  }
  const [only, ...more] = alike;
  const words = textBetween(rest.question, own.tokens, span.from, span.to);
  if (only === undefined || more.length > 0) return undefined;
  const { place, readings } = only;
  const [start, end] = [linked.tokens[place.from]?.start ?? 0, linked.tokens[place.to - 1]?.end ?? 0];
  const question = before.question.slice(0, start) + words + before.question.slice(end);
  const found = await interpretQuestion(
    {
      question,
      names: [...before.names, ...rest.names, { words, readings }],
      relations: before.relations,
    },
    session,
  );
  return found.understood
    ? { ...found, assumptions: [`The question was read as: "${question}"`, ...found.assumptions] }
    : found;
}

/** Those that share a class with one of the others; all where neither has any. */
async function ofSameClass(
  readings: readonly NameReading[],
  others: readonly NameReading[],
  { graph }: ReadingSession,
): Promise<readonly NameReading[]> {
  const classesOf = async (term: Term): Promise<readonly string[]> =>
    (await graph.summarize({ op: "terms", terms: [term] })).classes.map((each) => each.class);
  const known = (await Promise.all(others.map(({ term }) => classesOf(term)))).flat();
  const own = await Promise.all(readings.map(({ term }) => classesOf(term)));
  return readings.filter((_, at) => {
    const classes = own[at] ?? [];
    return classes.length === 0 ? known.length === 0 : classes.some((each) => known.includes(each));
  });
}

/** What stands before a condition on the previous answer, and how the condition is made. */
const STARTS: readonly (readonly [start: RegExp, category: "COND" | "VP"])[] = [
  [/^(?:(?:only|just) )?(?:which|what|who)(?: ones)? (?:of|among) (?:them|those|these)\s+/iu, "VP"],
  [/^(?:and )?how many of (?:them|those|these)\s+/iu, "VP"],
  [/^(?:show |list |give )?(?:only|just)(?: (?:those|the ones|these|them))?\s+/iu, "COND"],
  [/^(?:those|the ones)\s+/iu, "COND"],
];
const COUNTED = /^(?:and )?how many\b/iu;

/** "Only those from 2024", "which of them were directed by X?": the previous question with one condition more. */
async function onlyThose(
  rest: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const start = STARTS.find(([pattern]) => pattern.test(rest.question));
  if (start === undefined) return undefined;
  const [pattern, category] = start;
  const own = await linkQuestion({ ...rest, question: rest.question.replace(pattern, "") }, session);
  const conditions = own === undefined ? [] : readConditions(category, own.input);
  if (conditions.length === 0) return undefined;
  const before = await applySettled(previous.question, previous.settled ?? [], session);
  const said = { ...before, names: [...before.names, ...rest.names] };
  const counted = COUNTED.test(rest.question);
  return interpretQuestion(said, session, (parses) => narrowed(parses, conditions, counted));
}

function narrowed(
  parses: readonly Edge<Phrase>[],
  conditions: readonly Edge<readonly Condition[]>[],
  counted: boolean,
): readonly Edge<Phrase>[] {
  return parses
    .flatMap(({ value, cost }) =>
      conditions.flatMap((more) => {
        const narrow = withMore(value, more.value);
        if (narrow === undefined) return [];
        const whole: Phrase = counted && narrow.is !== "how-many" ? { is: "how-many", of: narrow } : narrow;
        return [{ value: whole, cost: cost + more.cost }];
      }),
    )
    .toSorted((a, b) => a.cost - b.cost);
}

function withMore(phrase: Phrase, more: readonly Condition[]): Phrase | undefined {
  if (phrase.is === "things") return phrase.extreme === undefined ? also(phrase, more) : undefined;
  if (phrase.is !== "how-many") return undefined;
  const of = withMore(phrase.of, more);
  return of && { is: "how-many", of };
}

const YEAR = /(?<![\p{L}\p{N}-])\d{4}(?![\p{L}\p{N}-])/gu;
const AFTER = /^(?:in )?(?:the (?:year after|next year|following year)|(?:a|one|1) year later)(?: that)?$/iu;
const BEFORE =
  /^(?:in )?(?:the (?:year before|previous year|preceding year)|(?:a|one|1) year (?:earlier|before))(?: that)?$/iu;
const GIVEN = /^(?:in|from|of|for)?\s*(\d{4})$/iu;

/** "And the year after?", "and in 2011?": the previous question with that year. Undefined where it has none, or several. */
async function otherYear(
  rest: string,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const [only, ...more] = previous.question.matchAll(YEAR);
  if (only === undefined || more.length > 0) return undefined;
  const given = GIVEN.exec(rest)?.[1];
  const step = AFTER.test(rest) ? 1 : BEFORE.test(rest) ? -1 : undefined;
  const year = given ?? (step === undefined ? undefined : String(Number(only[0]) + step));
  if (year === undefined) return undefined;
  const question =
    previous.question.slice(0, only.index) + year + previous.question.slice(only.index + only[0].length);
  const found = await interpretQuestion(
    await applySettled(question, previous.settled ?? [], session),
    session,
  );
  return found.understood
    ? { ...found, assumptions: [`The question was read as: "${question}"`, ...found.assumptions] }
    : found;
}

const COUNTING =
  /^(?:how many|count)(?: of)?(?: (?:them|those|these|they|that|it))?(?: (?:are there|were there|are they|are those|is that|in total|altogether))*$/iu;

/** "How many of them?": the number of what the previous question asked for. */
async function howManyOfThem(
  rest: string,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  if (!COUNTING.test(rest)) return undefined;
  const said = await applySettled(previous.question, previous.settled ?? [], session);
  return interpretQuestion(said, session, (parses) =>
    parses.map(({ value, cost }) => ({
      cost,
      value: value.is === "how-many" ? value : { is: "how-many", of: value },
    })),
  );
}

const LINKING = /^(?:(?:and|but|so|then|ok|okay),?\s+)+/iu;
const ABOUT = /^(?:what|how) about\s+/iu;

/**
 * A question that goes on from the run before, rewritten so that it stands by itself. Undefined where it does so already; a rest that no rule can
 * tie to the run before is not understood, with its words.
 */
export async function followUp(
  said: Said,
  previous: PreviousRun,
  session: ReadingSession,
): Promise<Interpretation | undefined> {
  const bare = said.question.trim().replace(/[\s?.!]+$/u, "");
  const rest = bare.replace(LINKING, "").replace(ABOUT, "");
  const own: Said = { ...said, question: rest };
  const found =
    (await howManyOfThem(rest, previous, session)) ??
    (await onlyThose(own, previous, session)) ??
    (await otherYear(rest, previous, session)) ??
    (await otherName(own, previous, session)) ??
    (await byReference(own, previous, session));
  if (found !== undefined || rest === bare) return found;
  // "And who directed Heat?" needs nothing from before; "and by month?" does.
  return /^(?:who|what|which|when|where|whose|how|list|show|name|give|is|are|was|were|do|does|did)\b/iu.test(
    rest,
  )
    ? interpretQuestion(own, session)
    : {
        understood: false,
        reason: `I cannot tie "${rest}" to the question before.`,
        words: [rest],
      };
}
