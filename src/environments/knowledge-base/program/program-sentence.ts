import { pluralOf } from "../../../util/plural.ts";
import { comparableValue } from "../term/comparable-value.ts";
import type { Term } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import { type Comparison, nodesOf, type Program, type Step } from "./program.ts";

/** A set in words: its noun, and clauses about its members. */
interface SetPhrase {
  /** `films`, `Alien`, `the genre of Alien`, `(heat, or lola)`; absent if unknown. */
  readonly noun?: string;
  /** `that were directed by Kubrick`, `whose genre is War`. */
  readonly clauses: readonly string[];
}

/** A complete phrase, in brackets so that clauses can follow it. */
const closed = (text: string): SetPhrase => ({ noun: `(${text})`, clauses: [] });
const clause = (text: string): SetPhrase => ({ clauses: [text] });

function phraseText({ noun = "things", clauses }: SetPhrase): string {
  const bare = clauses.length === 0 ? noun.replace(/^\((.*)\)$/su, "$1") : noun;
  return clauses.length === 0 ? bare : `${noun} ${clauses.join(" and ")}`;
}

/** The phrase as the object of a clause. */
function objectText(phrase: SetPhrase): string {
  const { noun = "things", clauses } = phrase;
  if (clauses.length > 0) return `any of the (${phraseText(phrase)})`.replace(/\(([^()]*)\)$/u, "$1");
  return noun.startsWith("(") ? `any of ${noun}` : noun;
}

/** Phrase for an intersection. */
function bothPhrase(a: SetPhrase, b: SetPhrase): SetPhrase {
  if (a.noun === undefined && b.noun !== undefined) return bothPhrase(b, a);
  if (b.noun === undefined) return { ...a, clauses: [...new Set([...a.clauses, ...b.clauses])] };
  return { ...a, clauses: [...a.clauses, `that are also ${b.clauses.length > 0 ? phraseText(b) : b.noun}`] };
}

const PREPOSITION = /\s(?:by|in|of|at|to|from|on|with|for|as|into|near|under|between)$/u;

/** Phrase for members whose relation leads to the set: "things that were directed by Kubrick", "things whose genre is War". */
function leadingTo(label: string, to: SetPhrase): SetPhrase {
  const object = objectText(to);
  const [first = "", ...rest] = label.split(" ");
  if (first === "has" && rest.length > 0) return clause(`that have ${rest.join(" ")} ${object}`);
  if ((first === "is" || first === "was") && rest.length > 0)
    return clause(`that ${first === "is" ? "are" : "were"} ${rest.join(" ")} ${object}`);
  if (/ed by$|(?:written|made|sung|drawn|built|led|won|given|held|run) by$/u.test(label))
    return clause(`that were ${label} ${object}`);
  if (PREPOSITION.test(label)) return clause(`that are ${label} ${object}`);
  return clause(`whose ${label} is ${object}`);
}

/** Phrase for the ends of the relation from the set: "the genre of Alien", "what Alien was directed by". */
function ledToFrom(label: string, from: SetPhrase): SetPhrase {
  if (!PREPOSITION.test(label))
    return { noun: `the ${label.replace(/^has (?=.)/u, "")} of ${objectText(from)}`, clauses: [] };
  const verb = label.endsWith(" by") ? "was" : "is";
  return clause(`that ${objectText(from)} ${verb} ${label.replace(/^(?:is|was) /u, "")}`);
}

/** Returns the label of an IRI; undefined if it has none. */
export type LabelOf = (iri: string) => string | undefined;

const LONGEST = 1500;
const MOST_NAMED = 5;

/**
 * The program as one English sentence without a full stop, of at most 1,500 characters: "the number of films that were directed by Stanley
 * Kubrick and whose genre is War". Needs labels for `irisOf(program)`; an IRI without one is shown by the words of its name.
 */
export function programSentence(program: Program, names: Names, label: LabelOf): string {
  const phrases = new Map<Program, SetPhrase>();
  const words = new Words(names, label);
  for (const node of nodesOf(program)) {
    const phrase = phraseOf(node, (of) => phrases.get(of) ?? closed("…"), words);
    phrases.set(node, phraseText(phrase).length <= LONGEST ? phrase : closed("…"));
  }
  return phraseText(phrases.get(program) ?? closed("…"));
}

/** Every IRI whose label the sentence uses, each once. */
export function irisOf(program: Program): readonly string[] {
  const found = nodesOf(program).flatMap((node) => {
    if (node.op === "terms") return node.terms.slice(0, MOST_NAMED).flatMap(iriOf);
    if (node.op === "instances") return [node.class];
    if (node.op === "follow") return [node.step.predicate];
    if (node.op === "filter")
      return [...node.attribute.map(({ predicate }) => predicate), ...iriOf(node.value)];
    return "attribute" in node ? node.attribute.map(({ predicate }) => predicate) : [];
  });
  return [...new Set(found)];
}

function iriOf(term: Term): readonly string[] {
  return term.kind === "iri" ? [term.value] : [];
}

class Words {
  readonly #names: Names;
  readonly #label: LabelOf;

  constructor(names: Names, label: LabelOf) {
    this.#names = names;
    this.#label = label;
  }

  entity(term: Term): string {
    if (term.kind === "literal")
      return /^[\p{L}\p{N}.+:-]*$/u.test(term.value) ? term.value : JSON.stringify(term.value);
    if (term.kind !== "iri") return term.kind === "blank" ? `_:${term.value}` : "a statement";
    return this.#label(term.value) ?? this.#spoken(term.value);
  }

  relation(predicate: string): string {
    return this.#label(predicate)?.toLowerCase() ?? this.#spoken(predicate).toLowerCase();
  }

  classNoun(iri: string): string {
    const name = this.#label(iri) ?? this.#spoken(iri);
    return pluralOf(/^\p{Lu}\p{Ll}/u.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name);
  }

  attribute(path: readonly Step[]): string {
    const parts = path.map(({ predicate, inverse }) => {
      const word = this.relation(predicate).replace(/^has /u, "");
      return inverse ? `"${word}" (backwards)` : word;
    });
    return parts.toReversed().join(" of the ");
  }

  /** The words of the name's last part: `placeOfBirth`, `film.film.directed_by`. */
  #spoken(iri: string): string {
    const short = this.#names.short(iri).replace(/^<|>$/gu, "");
    const chained = short.split("..").map((part) => /[^.:/#]+(?=[/#]?$)/u.exec(part)?.[0] ?? part);
    const text = chained.filter((part, at) => part !== chained[at - 1]).join(" ");
    return (
      text
        .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
        .replace(/[_\s]+/gu, " ")
        .trim() || iri
    );
  }
}

function phraseOf(node: Program, phrase: (of: Program) => SetPhrase, words: Words): SetPhrase {
  const text = (of: Program) => phraseText(phrase(of));
  switch (node.op) {
    case "terms":
      return termsPhrase(node.terms, words);
    case "instances":
      return { noun: words.classNoun(node.class), clauses: [] };
    case "follow": {
      const relation = words.relation(node.step.predicate);
      return (node.step.inverse ? leadingTo : ledToFrom)(relation, phrase(node.from));
    }
    case "intersection":
      return bothPhrase(phrase(node.left), phrase(node.right));
    case "union":
      return closed(`${text(node.left)}, or ${text(node.right)}`);
    case "difference":
      return closed(`${text(node.left)}, but not ${text(node.right)}`);
    case "argmax":
    case "argmin":
      return closed(
        `the ${text(node.of).replace(/^the /u, "")} with the ${node.op === "argmax" ? "greatest" : "least"} ${words.attribute(node.attribute)}`,
      );
    case "filter":
      return bothPhrase(
        phrase(node.of),
        clause(
          `whose ${words.attribute(node.attribute)} ${COMPARED[node.comparison](comparableValue(node.value)?.kind === "date")} ${words.entity(node.value)}`,
        ),
      );
    case "count":
      return closed(`the number of ${text(node.of)}`);
    case "variable":
      return { noun: `#${node.index}`, clauses: [] };
    case "imported":
      return closed(`${node.size} values from elsewhere`);
  }
}

const COMPARED: Readonly<Record<Comparison, (date: boolean) => string>> = {
  "=": () => "is",
  "!=": () => "is not",
  "<": (date) => (date ? "is before" : "is less than"),
  "<=": (date) => (date ? "is at the latest" : "is at most"),
  ">": (date) => (date ? "is after" : "is more than"),
  ">=": (date) => (date ? "is at the earliest" : "is at least"),
  contains: () => "contains",
};

function termsPhrase(terms: readonly Term[], words: Words): SetPhrase {
  const named = terms.slice(0, MOST_NAMED).map((term) => words.entity(term));
  const [first] = named;
  if (first === undefined) return closed("nothing");
  const more = terms.length - named.length;
  if (more > 0) return closed(`${named.join(", ")} and ${more} more`);
  const text = named.length === 1 ? first : `${named.slice(0, -1).join(", ")} or ${named.at(-1)}`;
  return { noun: text, clauses: [] };
}
