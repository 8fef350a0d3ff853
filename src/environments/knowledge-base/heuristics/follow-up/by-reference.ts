import type { PreviousRun } from "../../../../environment/task.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { describedReadings } from "../../readings/knowledge-base-readings.ts";
import { termText } from "../../term/term.ts";
import { also } from "../grammar/phrase-makers.ts";
import { type Interpretation, interpretQuestion, linkQuestion, type Reshape } from "../interpret-question.ts";
import { kindsOf } from "../lexicon/kinds.ts";
import { singular } from "../linking/lexical-edges.ts";
import type { NameReading } from "../linking/name-reading.ts";
import { phraseKey } from "../question/word-key.ts";
import type { ReadingSession } from "../reading-session.ts";
import { withName } from "../settled/apply-settled.ts";
import type { Said } from "../settled/said.ts";
import { findReference, type Reference } from "../unclear/find-reference.ts";
import { unclearName } from "../unclear/unclear-rivals.ts";
import { previousThings } from "./previous-things.ts";

const OTHER = /\b(?:other|another|else)\s+/iu;

/**
 * "Who directed it?": the word stands for the previous answer where that was one thing of the kind, else for what the previous question was
 * about. Where several would do, it is asked. Undefined where the question points to nothing.
 */
export async function byReference(
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
