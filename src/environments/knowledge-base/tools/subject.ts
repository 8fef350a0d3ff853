import { joined, type Marked, ownText, say, written } from "../../../environment/egress/marks.ts";
import { Refusal } from "../../../environment/refusal.ts";
import type { MarkedSuggestion } from "../../../environment/tool-failure.ts";
import type { LinkedName, Variable } from "../knowledge-base-state.ts";
import type { Program } from "../program/program.ts";
import { termNotation } from "../program/program-text.ts";
import { iri, type Literal, literal, type Term, termText, XSD } from "../term/term.ts";
import type { NameMatch } from "../triple-store/triple-store.ts";
import { identifierOf } from "../vocabulary/names.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

/** `170`, `8.3`, `5,000`, `1.5e6` as a number literal. */
export function numberTerm(written: string): Literal | undefined {
  const plain = written.trim();
  const text = /^[+-]?\d{1,3}(?:[,_ ]\d{3})+(?:\.\d+)?$/u.test(plain) ? plain.replace(/[,_ ]/gu, "") : plain;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu.test(text)) return undefined;
  const type = /e/iu.test(text) ? "double" : /\./u.test(text) ? "decimal" : "integer";
  return literal(text, { datatype: XSD + type });
}

const DATE_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^-?\d{4,}$/u, "gYear"],
  [/^-?\d{4,}-\d{2}$/u, "gYearMonth"],
  [/^-?\d{4,}-\d{2}-\d{2}$/u, "date"],
  [/^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}(:[\d.]+)?(Z|[+-]\d{2}:\d{2})?$/u, "dateTime"],
];

/** `1995`, `1995-11`, `1995-11-22` or a date with a time as a date literal. */
export function dateTerm(written: string): Literal | undefined {
  const text = written.trim().replace(/^(\d{4})[/.](\d{2})(?:[/.](\d{2}))?$/u, (_, ...parts: string[]) =>
    parts
      .slice(0, 3)
      .filter((part) => part !== undefined)
      .join("-"),
  );
  const type = DATE_TYPES.find(([pattern]) => pattern.test(text))?.[1];
  return type === undefined ? undefined : literal(text, { datatype: XSD + type });
}

/** The first date after a year, a month or a day, in the same form: `2000` after `1999`. Undefined for other forms. */
export function dateAfter({ value }: Literal): Literal | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/u.exec(value) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return dateTerm(String(Number(year) + 1).padStart(4, "0"));
  const next = new Date(
    Date.UTC(
      Number(year),
      Number(month) - (day === undefined ? 0 : 1),
      day === undefined ? 1 : Number(day) + 1,
    ),
  );
  if (Number.isNaN(next.getTime())) return undefined;
  return dateTerm(next.toISOString().slice(0, day === undefined ? 7 : 10));
}

/**
 * A value in quotes, such as `"female"`, `"chat"@fr` or `"true"^^xsd:boolean`, if it occurs in the graph: questions start from values,
 * too ("films released in 1999"). Plain text is also tried in the vocabulary's languages.
 */
async function valueWritten(written: string, call: ToolCall): Promise<Term | undefined> {
  const [, value, language, datatype] =
    /^"(.*)"(?:@([A-Za-z-]+)|\^\^<?([^<>]+)>?)?$/su.exec(written.trim()) ?? [];
  if (value === undefined) return undefined;
  const { names, store } = call.services;
  const candidates: readonly Term[] =
    language !== undefined
      ? [literal(value, { language: language.toLowerCase() })]
      : datatype !== undefined
        ? typed(value, names.iri(datatype) ?? datatype.replace(/^xsd:/u, XSD))
        : [
            literal(value),
            ...store.vocabulary.languages
              .filter((tag) => tag !== "")
              .map((tag) => literal(value, { language: tag })),
          ];
  for (const term of candidates) {
    const relations = await call.graph.relations({ op: "terms", terms: [term] });
    if (relations.length > 0) return term;
  }
  return undefined;
}

function typed(value: string, datatype: string): readonly Term[] {
  return datatype === `${XSD}string` ? [literal(value)] : [literal(value, { datatype })];
}

/** The subject that an argument `variable` names: a variable of the workspace, or one entity. */
export interface Subject {
  /** Key in the workspace: `#3`, or the text of the entity's term. */
  readonly key: string;
  /** Form in calls: `#3`, or the entity's identifier. */
  readonly argument: string;
  /** Form for users: `#3`, or the entity's label. */
  readonly title: Marked;
  readonly program: Program;
  readonly variable?: Variable;
  readonly term?: Term;
  /** Set if the call named the entity by its label. */
  readonly linked?: LinkedName;
}

/**
 * The variable or entity named by an argument: `#0`, an identifier, or a name that exactly one entity has.
 * @throws Refusal
 */
export async function resolveSubject(
  named: string,
  argument: string,
  call: ToolCall,
  needed: readonly string[] = [],
): Promise<Subject> {
  const text = named
    .trim()
    .replace(/^(["'`])(.*)\1$/su, "$2")
    .trim();
  const index = /^(?:variable\s*)?#\s*(\d+)$/iu.exec(text)?.[1];
  if (index !== undefined) return variableAt(Number(index), text, argument, call, needed);
  const { names } = call.services;
  try {
    const { term, linked } = await entityNamed(text, argument, call);
    const [title = text] = await call.graph.termNames([term]);
    return termSubject(term, { argument: identifierOf(term, names), title: written(title), linked });
  } catch (error) {
    const isUnknown = error instanceof Refusal && error.failure.code === "unknown-entity";
    const value = isUnknown ? await valueWritten(named, call) : undefined;
    if (value === undefined) throw error;
    const shown = termNotation(value, names);
    return termSubject(value, { argument: shown, title: ownText(shown) });
  }
}

function termSubject(
  term: Term,
  { linked, ...shown }: Pick<Subject, "argument" | "title"> & { readonly linked?: LinkedName | undefined },
): Subject {
  return {
    key: termText(term),
    ...shown,
    program: { op: "terms", terms: [term] },
    term,
    ...(linked && { linked }),
  };
}

export function variableSubject(index: number, variable: Variable): Subject {
  const name = say`#${index}`;
  return { key: name, argument: name, title: name, program: { op: "variable", index }, variable };
}

function variableAt(
  index: number,
  text: string,
  argument: string,
  { state: { variables } }: ToolCall,
  needed: readonly string[],
): Subject {
  const variable = variables[index];
  if (variable) return variableSubject(index, variable);
  const { length } = variables;
  if (length === 0) {
    const then = needed.length === 0 ? "" : say` After that comes ${ownText(needed.join(", "))}.`;
    throw new Refusal(
      "prerequisite-missing",
      say`There is no variable yet: get_neighbors (after get_relations) or instances makes one.${then}`,
      { argument, text },
    );
  }
  const names = variables.map((_, at) => say`#${at}`);
  throw new Refusal(
    "unknown-variable",
    say`There is no variable ${written(text)}. There ${length === 1 ? "is" : "are"}: ${names}.`,
    { argument, text },
    [{ text: say`#${length - 1}`, replaces: text, reason: say`the newest` }],
  );
}

/** An entity that a name may stand for. */
export interface Candidate {
  readonly id: string;
  readonly match: NameMatch;
  /** The entity's label, if it was found by another name. */
  readonly label: string;
  /** Names of its classes, at most three. */
  readonly classes: readonly Marked[];
}

const MOST_CLASSES = 3;

/** Matches as candidates with their classes, by which a model distinguishes them. */
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

function suggestionsOf(candidates: readonly Candidate[], replaces: string): readonly MarkedSuggestion[] {
  return candidates.map(({ id, match, label, classes }) => {
    const reason = joined(
      [written(label === id ? match.name : label), ...classes].filter((part) => part !== id),
      ", ",
    );
    return { text: written(id), replaces, ...(reason === "" ? {} : { reason }) };
  });
}

const MOST_MATCHES = 20;
const MOST_CANDIDATES = 8;

/**
 * The entity of an identifier or of a name. A name must belong to exactly one entity; exact matches win over folded ones, and labels over
 * aliases.
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
  const searched = limitation === "" ? "" : say` ${ownText(limitation)}`;
  const near = candidates.length > 0 ? " The nearest names are suggested." : "";
  const many = say`${best.length}${best.length < MOST_MATCHES ? "" : " or more"}`;
  throw new Refusal(
    best.length > 1 ? "ambiguous-entity" : "unknown-entity",
    best.length > 1
      ? say`${many} entities are named "${written(text)}"; write the identifier of one.`
      : say`Nothing has the name or identifier "${written(text)}".${near}${searched}`,
    { argument, text },
    suggestionsOf(candidates, text),
  );
}

/** The entity with that identifier, if the store has any facts about it. */
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

/** The matches of the best available kind: exact before folded, labels before aliases. */
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
