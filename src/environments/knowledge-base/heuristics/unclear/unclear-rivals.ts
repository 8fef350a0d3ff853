import type { Unclear } from "../../../../environment/capabilities.ts";
import type { FoundReading } from "../../../../environment/readings.ts";
import { foldText } from "../../../../util/fold-text.ts";
import { namePaths, samePath } from "../../access/path-names.ts";
import type { Step } from "../../program/program.ts";
import { describedReadings, relationText, spoken, tokenOf } from "../../readings/knowledge-base-readings.ts";
import { type Term, termText } from "../../term/term.ts";
import { CLOSED_WORDS } from "../lexicon/kinds.ts";
import type { NameReading, NameSpan } from "../linking/link-names.ts";
import type { Node } from "../resolve/node.ts";
import type { ResolveContext, Resolved } from "../resolve/resolve-context.ts";

/** What some words of the question were taken for. */
export type Chosen =
  | { readonly words: string; readonly term: Term; readonly name: string; readonly path?: never }
  | { readonly words: string; readonly path: readonly Step[]; readonly term?: never };

/** Every choice that was made on the way to a set: entities for names, relations and attributes for words. */
export function choicesIn(node: Node): readonly Chosen[] {
  switch (node.kind) {
    case "name":
      return node.words === undefined ? [] : [{ words: node.words, term: node.term, name: node.name }];
    case "instances":
      return [];
    case "follow":
      return [...choicesIn(node.from), { words: node.asked, path: node.path.path }];
    case "intersection":
    case "union":
    case "difference":
      return [...choicesIn(node.left), ...choicesIn(node.right)];
    case "filter":
    case "extreme": {
      const own = node.asked === undefined ? [] : [{ words: node.asked, path: node.attribute.path }];
      return [...choicesIn(node.of), ...own];
    }
    case "count":
      return choicesIn(node.of);
  }
}

export function sameChoice(one: Chosen, other: Chosen): boolean {
  if (one.path !== undefined && other.path !== undefined) return samePath(one.path, other.path);
  if (one.term === undefined || other.term === undefined) return false;
  return termText(one.term) === termText(other.term);
}

type Likely = Pick<FoundReading, "likeness" | "score">;

const LIKELY: Readonly<Record<NameReading["tier"], Likely>> = {
  said: { likeness: "same", score: 1 },
  exact: { likeness: "same", score: 1 },
  folded: { likeness: "form", score: 0.97 },
  part: { likeness: "part", score: 0.8 },
  typo: { likeness: "near", score: 0.85 },
};

/** How a name of the question and that of the entity go together, in the words of readings. */
export const likenessOf = (tier: NameReading["tier"]): Likely => LIKELY[tier];

/** More than this nobody reads. */
export const MOST_CHOICES = 8;

/**
 * The words by which sets that differ were read differently, with what they may mean. Undefined where the difference is in no words of the
 * question, or in words and names at once: then nobody could answer.
 */
export async function unclearRivals(
  rivals: readonly Resolved[],
  question: string,
  names: readonly NameSpan[],
  context: ResolveContext,
): Promise<Unclear | undefined> {
  const made = rivals.map(({ node }) => choicesIn(node));
  const [first = []] = made;
  for (const { words, term } of first) {
    const asked = wordsIn(question, words);
    const own = made.flatMap(
      (each) =>
        each.find(
          (choice) => choice.words === words && (term === undefined) === (choice.term === undefined),
        ) ?? [],
    );
    const distinct = own.filter((each, at) => own.findIndex((other) => sameChoice(each, other)) === at);
    if (distinct.length < 2 || own.length < made.length || asked === undefined) continue;
    return term === undefined
      ? paths(asked, distinct, context)
      : entities(
          asked,
          distinct,
          names.find(({ text }) => text === words),
          context,
        );
  }
  return undefined;
}

async function entities(
  words: string,
  distinct: readonly Chosen[],
  span: NameSpan | undefined,
  { graph, services }: ResolveContext,
): Promise<Unclear> {
  const tierOf = (choice: Chosen): NameReading["tier"] =>
    span?.readings.find((each) => each.term === choice.term)?.tier ?? "exact";
  const labels = await graph.termNames(distinct.flatMap(({ term }) => term ?? []));
  const found = distinct.flatMap((choice, at) =>
    choice.term === undefined
      ? []
      : [{ term: choice.term, label: labels[at] ?? choice.name, ...likenessOf(tierOf(choice)) }],
  );
  const readings = await describedReadings(found.slice(0, MOST_CHOICES), graph, services.names);
  return unclearName(words, readings);
}

export function unclearName(words: string, readings: readonly FoundReading[]): Unclear {
  const near = readings.every(({ likeness }) => likeness === "near");
  const reason = near
    ? `Nothing is called "${words}"; there are several names near it.`
    : `"${words}" can mean several things, which give different answers.`;
  const question = near
    ? `Nothing is called "${words}" here. Which of these do you mean?`
    : `Which "${words}" do you mean?`;
  return {
    understood: false,
    reason,
    words: [words],
    unclear: { kind: near ? "problematic" : "several-meanings", question, readings },
  };
}

async function paths(
  words: string,
  distinct: readonly Chosen[],
  { graph, services }: ResolveContext,
): Promise<Unclear> {
  const { predicates } = await graph.schema();
  const steps = distinct.flatMap(({ path }) => path?.at(-1) ?? []);
  const named = await namePaths(
    steps.map((step) => ({ path: [step], step })),
    graph,
    services.names,
  );
  const readings = await Promise.all(
    named.slice(0, MOST_CHOICES).map(async ({ label, local, facts: { step } }): Promise<FoundReading> => {
      const facts = predicates.find(({ predicate }) => predicate === step.predicate);
      const name = spoken(label, local);
      return {
        text:
          facts === undefined ? `the relation "${name}"` : await relationText(name, facts, graph, services),
        kind: facts?.objectKind === "entities" ? "relation" : "attribute",
        likeness: "related",
        score: 0.5,
        replacement: name,
        ...tokenOf(markOf(step)),
      };
    }),
  );
  const apart = [...new Map(readings.map((each) => [each.text, each])).values()];
  return {
    understood: false,
    reason: `"${words}" can be about several things, which give different answers.`,
    words: [words],
    unclear: { kind: "several-meanings", question: `What does "${words}" mean here?`, readings: apart },
  };
}

function markOf({ predicate, inverse }: Step) {
  return { is: "relation", iri: predicate, ...(inverse ? { inverse: true } : {}) } as const;
}

/** The words as they stand in the question; of "film of", which the question may part, what stands there together. */
function wordsIn(question: string, words: string): string | undefined {
  const folded = foldText(question);
  // Folding may change the length: then the words are shown folded.
  const whole = folded.length === question.length ? question : folded;
  const single = words.split(" ").filter((word) => !CLOSED_WORDS.has(word));
  for (const tried of [words, ...single.toSorted((a, b) => b.length - a.length)]) {
    const at = tried === "" ? -1 : folded.indexOf(foldText(tried));
    if (at >= 0) return whole.slice(at, at + tried.length);
  }
  return undefined;
}
