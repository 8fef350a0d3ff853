import { schemaName, toldName } from "../../../environment/egress/egress-scope.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { Suggestion } from "../../../environment/tool-failure.ts";
import { foldText } from "../../../util/fold-text.ts";
import { nameWords } from "../../../util/name-words.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import type { GraphReader } from "../access/graph-reader.ts";
import { localName } from "../access/path-names.ts";
import { identifierOf } from "../access/term-name.ts";
import type { LinkedName } from "../knowledge-base-state.ts";
import { iri, type Term, termText } from "../term/term.ts";
import type { NameMatch } from "../triple-store/triple-store.ts";
import type { Names } from "../vocabulary/names.ts";
import { isMetaClass } from "../vocabulary/vocabulary.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

/** An entity that a name may stand for. */
export interface Candidate {
  readonly id: string;
  readonly match: NameMatch;
  /** What the entity is called, where it was found by another name. */
  readonly label: string;
  /** Names of its classes, at most three. */
  readonly classes: readonly string[];
}

const MOST_CLASSES = 3;

/** With the classes of each, by which a model tells them apart. */
export async function describeCandidates(
  matches: readonly NameMatch[],
  { graph, services }: Pick<ToolCall, "graph" | "services">,
): Promise<readonly Candidate[]> {
  const labels = await graph.termNames(matches.map(({ term }) => term));
  return Promise.all(
    matches.map(async (match, at) => {
      const { classes } = await graph.summarize({ op: "terms", terms: [match.term] });
      const named = await graph.iriNames(classes.slice(0, MOST_CLASSES).map((each) => each.class));
      return {
        id: identifierOf(match.term, services.names),
        match,
        label: labels[at] ?? match.name,
        classes: named,
      };
    }),
  );
}

function suggestionsOf(candidates: readonly Candidate[], replaces: string): readonly Suggestion[] {
  return candidates.map(({ id, match, label, classes }) => {
    const reason = [toldName(label === id ? match.name : label), ...classes]
      .filter((part) => part !== id)
      .join(", ");
    return { text: id, replaces, ...(reason === "" ? {} : { reason }) };
  });
}

const MOST_MATCHES = 20;
const MOST_CANDIDATES = 8;

/**
 * The entity of an identifier or of a name. A name is taken where exactly one entity has it, labels before aliases and exact before folded
 * ones.
 * @throws Refusal with candidates
 */
export async function entityNamed(
  text: string,
  argument: string,
  call: ToolCall,
): Promise<{ readonly term: Term; readonly linked?: LinkedName }> {
  const known = call.state.linked.findLast(({ name }) => name === text);
  if (known) return { term: known.term };
  const term = await entityIdentified(text, call);
  if (term) return { term };
  // Candidates are shown as `Berlin [wd:Q64]`, entities of a question as `Berlin (wd:Q64)`.
  const shown = /[[(]([^[\]()\s]+)[\])]$/u.exec(text)?.[1];
  const identified = shown === undefined ? undefined : await entityIdentified(shown, call);
  if (identified) return { term: identified };
  const { matches } = await call.graph.find(text, { limit: MOST_MATCHES, among: "entities" });
  const best = bestMatches(matches);
  const [only] = best;
  if (only && best.length === 1) return { term: only.term, linked: { name: text, term: only.term } };
  const candidates = await describeCandidates(
    (best.length > 0 ? best : distinctTerms(matches)).slice(0, MOST_CANDIDATES),
    call,
  );
  const { limitation } = call.services.store.labelSearch;
  const searched = limitation === "" ? "" : ` ${limitation}`;
  const near = candidates.length > 0 ? " The nearest names are suggested." : "";
  const many = `${best.length}${best.length < MOST_MATCHES ? "" : " or more"}`;
  throw new Refusal(
    best.length > 1 ? "ambiguous-entity" : "unknown-entity",
    best.length > 1
      ? `${many} entities are named "${text}"; write the identifier of one.`
      : `Nothing has the name or identifier "${text}".${near}${searched}`,
    { argument, text },
    suggestionsOf(candidates, text),
  );
}

/** The entity with that identifier, where the store says anything of it. */
export async function entityIdentified(text: string, call: ToolCall): Promise<Term | undefined> {
  const { names } = call.services;
  const blank = /^_:(\S+)$/u.exec(text)?.[1];
  const value = blank === undefined ? names.iri(text) : undefined;
  const term: Term | undefined =
    blank !== undefined ? { kind: "blank", value: blank } : value === undefined ? undefined : iri(value);
  if (term === undefined) return undefined;
  const [label] = await call.graph.labels([term]);
  if (label !== undefined) return term;
  const relations = await call.graph.relations({ op: "terms", terms: [term] });
  return relations.length > 0 ? term : undefined;
}

/** The matches of the best kind that there are: exact before folded, labels before aliases. */
export function bestMatches(matches: readonly NameMatch[]): readonly NameMatch[] {
  const tiers = (["exact", "folded"] as const).flatMap((tier) =>
    [false, true].map((alias) => matches.filter((match) => match.tier === tier && match.alias === alias)),
  );
  return distinctTerms(tiers.find(({ length }) => length > 0) ?? []);
}

export function distinctTerms(matches: readonly NameMatch[]): readonly NameMatch[] {
  return [
    ...new Map(matches.toReversed().map((match) => [termText(match.term), match])).values(),
  ].toReversed();
}

export interface KnownClass {
  readonly iri: string;
  /** As calls write it. */
  readonly text: string;
  readonly label: string;
  /** Undefined where the store did not count them. */
  readonly instances?: number;
}

/** The classes that the store knows, without those of RDF, RDFS and OWL, most instances first. */
export async function knownClasses(graph: GraphReader, names: Names): Promise<readonly KnownClass[]> {
  const schema = await graph.schema();
  const classes = schema.classes.filter((each) => !isMetaClass(each.class));
  const labels = await graph.iriNames(classes.map((each) => each.class));
  return classes.map((each, at) => ({
    iri: each.class,
    text: schemaName(names.short(each.class)),
    label: labels[at] ?? "",
    instances: each.count,
  }));
}

/** Classes called so, best first: by identifier, label or last part of the name; then, when `near` is asked for, by words and spelling. */
export function classesCalled(
  written: string,
  classes: readonly KnownClass[],
  names: Names,
): { readonly same: readonly KnownClass[]; readonly near: readonly KnownClass[] } {
  const text = written.trim();
  const iri = names.iri(text);
  const identified = classes.filter((each) => each.text === text || each.iri === iri);
  const isSame = sameNameAs(text);
  const called = classes.filter(({ label, text: short }) => [label, localName(short)].some(isSame));
  const same = identified.length > 0 ? identified : called;
  const known = [...new Set(classes.flatMap(({ label, text: short }) => [label, localName(short), short]))];
  const close = nearestNames(text, known, { limit: 8 }).filter(({ score }) => score >= 0.5);
  const near = close.flatMap(({ name }) =>
    classes.filter(({ label, text: short }) => [label, localName(short), short].includes(name)),
  );
  return { same, near: [...new Set(near)].filter((each) => !same.includes(each)) };
}

/** What is written may be long, and there are many classes to compare it with: it is folded once. */
function sameNameAs(written: string): (name: string) => boolean {
  const folded = foldText(written);
  const words = nameWords(written);
  return (name) => {
    if (foldText(name) === folded) return true;
    const own = nameWords(name);
    return (
      own.length > 0 &&
      own.length === words.length &&
      own.every((word, at) => sameButForNumber(word, words[at] ?? ""))
    );
  };
}
