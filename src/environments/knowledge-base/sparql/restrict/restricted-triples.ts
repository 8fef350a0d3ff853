import { MASKED_TEXT } from "../../../../environment/privacy-rules.ts";
import { type GraphRules, hidesNodes } from "../../privacy/resolve-graph-rules.ts";
import { iri, literal } from "../../term/term.ts";
import { storeError } from "../../triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { ParsedSparql } from "../admit/admit-query.ts";
import { eitherOf, group, subSelect } from "../program-pattern.ts";
import { STANDARD_DIALECT, termSparql } from "../sparql-dialect.ts";

/** What the terms of one query share. */
export interface TermWriter {
  /** As declared before the query. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** What no variable of the query begins with. */
  readonly letter: string;
}

/** A term in full. Blank nodes become variables, which they are in patterns: so they can stand in several groups. */
export function writtenTerm(term: ParsedTerm, writer: TermWriter): string {
  switch (term.subType) {
    case "variable":
      return `?${term.value}`;
    case "blankNode":
      return `?${writer.letter}b${term.label.replace(/\W/gu, (letter) => `_${letter.codePointAt(0)}_`)}`;
    case "namedNode":
      return writtenIri(fullIri(term, writer));
    case "literal": {
      const { value, langOrIri } = term;
      if (langOrIri === undefined) return written(literal(value));
      if (typeof langOrIri === "string") return written(literal(value, { language: langOrIri }));
      return `${written(literal(value))}^^${writtenIri(fullIri(langOrIri, writer))}`;
    }
  }
}

export const writtenIri = (value: string): string => written(iri(value));

const written = (term: Parameters<typeof termSparql>[0]): string =>
  termSparql(term, STANDARD_DIALECT)[0] as string;

/** @throws TripleStoreError `unsupported` for a relative IRI: only the engine would know what it means */
export function fullIri(
  term: Extract<ParsedTerm, { readonly subType: "namedNode" }>,
  { namespaces }: TermWriter,
): string {
  const { value } = term;
  const prefix = "prefix" in term ? (term.prefix as string | undefined) : undefined;
  const full = prefix === undefined ? value : (namespaces.get(prefix) ?? "") + value;
  if (/^[a-z][a-z0-9+.-]*:/iu.test(full)) return full;
  throw storeError("unsupported", `<${full}> is not a full IRI.`);
}

/** Rules as they are written into queries. */
export interface QueryRules extends GraphRules {
  /** All that exist, those that are masked among them. */
  readonly predicates: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
}

/** What no predicate is called: a name that is not known, so that nothing is asked of the engine under it. */
const NOTHING = "<urn:fuxi:nothing>";
const MASKED = JSON.stringify(MASKED_TEXT);
/** Predicates that a query lists; with more, those that are hidden are listed instead. */
const MOST_LISTED = 500;

const isVariable = (written: string): boolean => written.startsWith("?");
const isNode = (written: string): boolean => !written.startsWith('"');

/** Triple patterns over what may be seen: each has the solutions that it would have if the rest had never been stored. */
export class RestrictedTriples {
  readonly #rules: QueryRules;
  readonly #fresh: () => string;

  constructor(rules: QueryRules, fresh: () => string) {
    this.#rules = rules;
    this.#fresh = fresh;
  }

  /** With a full IRI as predicate. Subject and object as they are written. */
  stated(subject: string, predicate: string, object: string): readonly string[] {
    const { predicates, maskedPredicates } = this.#rules;
    if (!predicates.has(predicate)) return [`${subject} ${NOTHING} ${object} .`];
    if (maskedPredicates.has(predicate)) return this.#masked(subject, writtenIri(predicate), object);
    return [
      `${subject} ${writtenIri(predicate)} ${object} .`,
      ...this.visible(subject),
      ...this.visible(object),
    ];
  }

  /** With a variable as predicate. */
  any(subject: string, predicate: string, object: string): readonly string[] {
    const { predicates, maskedPredicates } = this.#rules;
    const shown = [...predicates].filter((iri) => !maskedPredicates.has(iri));
    const plain = [
      `${subject} ${predicate} ${object} .`,
      this.#amongPredicates(predicate, shown),
      ...this.visible(subject),
      ...this.visible(object),
    ];
    const masked = [...maskedPredicates];
    const mayBeMasked = isVariable(object) ? object !== subject && object !== predicate : object === MASKED;
    if (masked.length === 0 || !mayBeMasked) return plain;
    return [
      ...group(plain),
      "UNION",
      ...group([
        ...this.#masked(subject, predicate, object, [
          `VALUES ${predicate} { ${masked.map(writtenIri).join(" ")} }`,
        ]),
      ]),
    ];
  }

  /** Tests that the node exists; none for a value that was written down. */
  visible(node: string): readonly string[] {
    if (!isNode(node)) return [];
    const { deniedPredicates, deniedClasses, allowedClasses, predicates } = this.#rules;
    const hidden = [...deniedPredicates, ...deniedClasses];
    const kind = isVariable(node) ? [`(isIRI(${node}) || isBlank(${node}) || isLiteral(${node}))`] : [];
    const named = hidden.length === 0 ? [] : [`${node} NOT IN (${hidden.map(writtenIri).join(", ")})`];
    const denied = deniedClasses.size === 0 ? [] : [`!${this.#isInstance(node, deniedClasses)}`];
    const names = [...(allowedClasses ?? []), ...predicates].map(writtenIri);
    const allowed =
      allowedClasses === undefined
        ? []
        : [
            `(isLiteral(${node}) || ${node} IN (${names.join(", ")}) || ${this.#isInstance(node, allowedClasses)})`,
          ];
    const tests = [...kind, ...named, ...denied, ...allowed];
    return tests.length === 0 ? [] : [`FILTER(${tests.join(" && ")})`];
  }

  /** Whether what lies between the ends of a repeated path can neither be hidden nor masked. */
  canRepeat(predicate: string): boolean {
    const { vocabulary, maskedPredicates } = this.#rules;
    return (
      !maskedPredicates.has(predicate) &&
      (!hidesNodes(this.#rules) || vocabulary.subclass.includes(predicate))
    );
  }

  /** As it stands in a path. */
  inPath(predicate: string): string {
    return this.#rules.predicates.has(predicate) ? writtenIri(predicate) : NOTHING;
  }

  #masked(
    subject: string,
    predicate: string,
    object: string,
    before: readonly string[] = [],
  ): readonly string[] {
    if (!isVariable(object) && object !== MASKED) return [`${subject} ${NOTHING} ${object} .`];
    if (object === subject || object === predicate) return [`${subject} ${NOTHING} ${object} .`];
    const value = this.#fresh();
    const lines = [
      ...before,
      `${subject} ${predicate} ${value} .`,
      ...this.visible(subject),
      ...this.visible(value),
      ...(isVariable(object) ? [`BIND(${MASKED} AS ${object})`] : []),
    ];
    const variables = [...new Set([subject, predicate, object].filter(isVariable))];
    return variables.length === 0
      ? group(lines, "FILTER EXISTS")
      : subSelect(`DISTINCT ${variables.join(" ")}`, lines);
  }

  #amongPredicates(variable: string, shown: readonly string[]): string {
    if (shown.length <= MOST_LISTED)
      return shown.length === 0
        ? "FILTER(false)"
        : `FILTER(${variable} IN (${shown.map(writtenIri).join(", ")}))`;
    const { deniedPredicates, maskedPredicates } = this.#rules;
    const hidden = [...new Set([...deniedPredicates, ...maskedPredicates])];
    return hidden.length === 0 ? "" : `FILTER(${variable} NOT IN (${hidden.map(writtenIri).join(", ")}))`;
  }

  #isInstance(node: string, classes: ReadonlySet<string>): string {
    const { type } = this.#rules.vocabulary;
    if (type.length === 0) return "(false)";
    const name = this.#fresh();
    return `(EXISTS { ${node} ${eitherOf(type.map(writtenIri))} ${name} . FILTER(${name} IN (${[...classes].map(writtenIri).join(", ")})) })`;
  }
}

/** A SELECT or ASK as the parser gives it, and its parts. */
export type ReadQuery = Extract<ParsedSparql, { readonly subType: "select" | "ask" }>;
export type SelectQuery = Extract<ParsedSparql, { readonly subType: "select" }>;
export type Pattern = ReadQuery["where"]["patterns"][number];
export type Group = ReadQuery["where"];
export type Triples = Extract<Pattern, { readonly subType: "bgp" }>["triples"];
export type Triple = Extract<Triples[number], { readonly type: "triple" }>;
export type GraphNode = Triple["subject"];
type Verb = Triple["predicate"];
export type Path = Exclude<Verb, { readonly subType: "variable" }>;
export type Expression = Extract<Pattern, { readonly subType: "filter" }>["expression"];
export type Values = Extract<Pattern, { readonly subType: "values" }>;
type ParsedTerm = Extract<GraphNode, { readonly type: "term" }>;
