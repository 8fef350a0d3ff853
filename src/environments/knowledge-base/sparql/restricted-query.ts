import { randomBytes } from "node:crypto";
import { toAst } from "@traqula/algebra-sparql-1-1";
import { type Algebra, algebraUtils, createAlgebraContext } from "@traqula/algebra-transformations-1-1";
import { MASKED_TEXT } from "../../../environment/privacy-rules.ts";
import { type GraphRules, hidesNodes } from "../privacy/resolve-graph-rules.ts";
import { type RdfJsTerm, type Term, termOf, XSD } from "../term/term.ts";
import { storeError, type TripleStoreError } from "../triple-store/triple-store-error.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import { parseSparql, sparqlText } from "./admit/admit-query.ts";
import { eitherOf, group, subSelect } from "./program-pattern.ts";
import { sparqlAlgebra } from "./sparql-algebra.ts";
import { STANDARD_DIALECT, termSparql, writtenIri } from "./sparql-dialect.ts";

/** Privacy rules in the form needed to rewrite queries. */
export interface QueryRules extends GraphRules {
  /** All visible predicates, masked ones included. */
  readonly predicates: ReadonlySet<string>;
  readonly vocabulary: Vocabulary;
}

/** Algebra operations built on triple patterns alone: no graphs, services or updates. */
const RUN: ReadonlySet<string> = new Set(
  `ask project distinct reduced slice orderby extend group filter join leftjoin minus union values bgp pattern nop expression wildcard
  path link inv seq alt nps OneOrMorePath ZeroOrMorePath ZeroOrOnePath`.split(/\s+/u),
);

/**
 * Rewrites a query from its algebra to the visible part of the data, so that nothing unknown passes: triple patterns are
 * narrowed, and all other operations build on them. The solutions are as if hidden data had never been stored.
 *
 * @throws TripleStoreError `unsupported` for parts that cannot be narrowed: SERVICE, GRAPH, FROM, some repeated paths, `COUNT(DISTINCT *)`; `syntax`
 * for a relative IRI
 */
export function restrictedQuery(sparql: string, rules: QueryRules): string {
  const letter = letterFor(sparql);
  const plain = `urn:${letter}`;
  const options = { blankToVariable: true, dataFactory: factoryWith(plain) };
  const algebraOf = (text: string): Algebra.Operation => sparqlAlgebra(parseSparql(text), options);
  const patterns = new RestrictedPatterns(rules, letter, plain);
  const narrowed = (lines: readonly string[]): Algebra.Operation =>
    (algebraOf(group(lines, "SELECT * WHERE").join("\n")) as Algebra.Project).input;
  const whole = algebraOf(sparql);
  refuseOthers(whole);
  const anchored = anchoredPaths(whole);
  const asItIs = () => ({ continue: false });
  const tree = algebraUtils.mapOperation<"unsafe", Algebra.Operation>(whole, {
    bgp: {
      preVisitor: asItIs,
      transform: (copy, bgp) =>
        bgp.patterns.length === 0 ? copy : narrowed(bgp.patterns.flatMap((each) => patterns.triple(each))),
    },
    path: {
      preVisitor: asItIs,
      transform: (_, path) => narrowed(patterns.path(path, anchored.has(path))),
    },
  });
  return sparqlText(toAst(tree)).replaceAll(`^^<${plain}>`, "");
}

/** Prefix of generated variables: random, so that no query contains or can guess it. */
function letterFor(sparql: string): string {
  const letter = `f${randomBytes(4).toString("hex")}`;
  return sparql.includes(letter) ? letterFor(sparql) : letter;
}

/** Makes terms in which texts without a datatype stay distinct from `xsd:string`, because some engines distinguish them. */
function factoryWith(plain: string) {
  const { dataFactory } = createAlgebraContext({});
  const literal = dataFactory.literal.bind(dataFactory);
  dataFactory.literal = (value, type = dataFactory.namedNode(plain)) => literal(value, type);
  return dataFactory;
}

function refuseOthers(node: object): void {
  const { type, subType, name, distinct, expression } = node as Partial<Algebra.AggregateExpression> & {
    readonly name?: RdfJsTerm;
  };
  if (type !== undefined && !RUN.has(type))
    throw refused(`${(type as string) === "from" ? "FROM" : String(type).toUpperCase()} is not run.`);
  // Functions named by an IRI may read more than their arguments. Casts do not.
  if ((subType as string) === "named" && !name?.value.startsWith(XSD))
    throw refused(`The function <${name?.value}> is not run.`);
  if (subType === "aggregate" && distinct && expression?.subType === "wildcard")
    throw refused("COUNT(DISTINCT *) is not run.");
  for (const child of Object.values(node))
    if (typeof child === "object" && child !== null && !("termType" in child)) refuseOthers(child);
}

/** Paths whose start is bound by a triple pattern beside them: a path of zero steps from a free start would match every node. */
function anchoredPaths(whole: Algebra.Operation): ReadonlySet<Algebra.Path> {
  const anchored = new Set<Algebra.Path>();
  algebraUtils.visitOperation(whole, {
    join: {
      visitor: ({ input }) => {
        const bound = new Set(
          input.flatMap((each) =>
            each.type === "bgp"
              ? each.patterns.flatMap(({ subject, object }) => [subject.value, object.value])
              : [],
          ),
        );
        for (const each of input)
          if (each.type === "path" && each.subject.termType === "Variable" && bound.has(each.subject.value))
            anchored.add(each);
      },
    },
  });
  return anchored;
}

function refused(what: string): TripleStoreError {
  return storeError("unsupported", `Parts of this knowledge base are private. ${what}`);
}

/** Replaces predicates that are not visible, so that the engine never gets their names. */
const NOTHING = "<urn:fuxi:nothing>";
const MASKED = JSON.stringify(MASKED_TEXT);
/** Most visible predicates that a query lists; with more, hidden predicates are listed instead. */
const MOST_LISTED = 500;

const isVariable = (written: string): boolean => written.startsWith("?");

const written = (term: Term): string => termSparql(term, STANDARD_DIALECT)[0] as string;
const listOf = (iris: Iterable<string>): string => Array.from(iris, writtenIri).join(", ");

/** Triple patterns over the visible data: each has the solutions that it would have if hidden data had never been stored. */
class RestrictedPatterns {
  readonly #rules: QueryRules;
  readonly #letter: string;
  readonly #plain: string;
  #variables = 0;

  /** @param plain the datatype that represents texts without a datatype */
  constructor(rules: QueryRules, letter: string, plain: string) {
    this.#rules = rules;
    this.#letter = letter;
    this.#plain = plain;
  }

  triple({ subject, predicate, object }: Algebra.Pattern): readonly string[] {
    const [start, end] = [this.#term(subject), this.#term(object)];
    return predicate.termType === "Variable"
      ? this.#any(start, this.#term(predicate), end)
      : this.#stated(start, predicate.value, end);
  }

  /** @param bound whether something else binds the start */
  path({ subject, predicate, object }: Algebra.Path, bound: boolean): readonly string[] {
    return this.#path(this.#term(subject), predicate, this.#term(object), bound);
  }

  #term(term: RdfJsTerm): string {
    if (term.termType === "Variable") return `?${term.value}`;
    const own = termOf(term);
    if (own === undefined) throw refused("RDF-star is not run.");
    if (own.kind !== "literal" || own.datatype !== this.#plain) {
      const type = own.kind === "literal" && own.datatype === undefined && own.language === undefined;
      return type ? `${written(own)}^^${writtenIri(`${XSD}string`)}` : written(own);
    }
    return written({ kind: "literal", value: own.value });
  }

  #fresh(): string {
    this.#variables++;
    return `?${this.#letter}v${this.#variables}`;
  }

  /** Splits a property path into triple patterns. Repeated paths are allowed only for a single predicate without hidden nodes between its ends. */
  #path(start: string, path: Algebra.PropertyPathSymbol, end: string, bound: boolean): readonly string[] {
    switch (path.type) {
      case "link":
        return this.#stated(start, path.iri.value, end);
      case "inv":
        return this.#path(end, path.path, start, false);
      case "seq": {
        let from = start;
        return path.input.flatMap((item, at) => {
          const to = at === path.input.length - 1 ? end : this.#fresh();
          const lines = this.#path(from, item, to, at > 0);
          from = to;
          return lines;
        });
      }
      case "alt":
        return union(path.input.map((item) => this.#path(start, item, end, false)));
      case "OneOrMorePath":
      case "ZeroOrMorePath": {
        const sign = path.type === "OneOrMorePath" ? "+" : "*";
        const step = path.path.type === "link" ? path.path.iri.value : undefined;
        if (step === undefined || (sign === "*" && !bound) || !this.#canRepeat(step)) throw refusedPath();
        const predicate = this.#rules.predicates.has(step) ? writtenIri(step) : NOTHING;
        return [`${start} ${predicate}${sign} ${end} .`, ...this.#visible(start), ...this.#visible(end)];
      }
      default:
        throw refusedPath();
    }
  }

  /** A pattern with a full IRI as predicate; subject and object in SPARQL notation. */
  #stated(subject: string, predicate: string, object: string): readonly string[] {
    const { predicates, maskedPredicates } = this.#rules;
    if (!predicates.has(predicate)) return [`${subject} ${NOTHING} ${object} .`];
    if (maskedPredicates.has(predicate)) return this.#masked(subject, writtenIri(predicate), object);
    return [
      `${subject} ${writtenIri(predicate)} ${object} .`,
      ...this.#visible(subject),
      ...this.#visible(object),
    ];
  }

  /** A pattern with a variable as predicate. */
  #any(subject: string, predicate: string, object: string): readonly string[] {
    const { predicates, maskedPredicates } = this.#rules;
    const shown = [...predicates].filter((each) => !maskedPredicates.has(each));
    const plain = [
      `${subject} ${predicate} ${object} .`,
      this.#amongPredicates(predicate, shown),
      ...this.#visible(subject),
      ...this.#visible(object),
    ];
    const mayBeMasked = isVariable(object) ? object !== subject && object !== predicate : object === MASKED;
    if (maskedPredicates.size === 0 || !mayBeMasked) return plain;
    const values = `VALUES ${predicate} { ${Array.from(maskedPredicates, writtenIri).join(" ")} }`;
    return union([plain, this.#masked(subject, predicate, object, [values])]);
  }

  /** Filters that require the node to be visible; none for a constant value. */
  #visible(node: string): readonly string[] {
    if (node.startsWith('"')) return [];
    const { deniedPredicates, deniedClasses, allowedClasses, predicates } = this.#rules;
    const hidden = [...deniedPredicates, ...deniedClasses];
    const tests = [
      ...(isVariable(node) ? [`(isIRI(${node}) || isBlank(${node}) || isLiteral(${node}))`] : []),
      ...(hidden.length === 0 ? [] : [`${node} NOT IN (${listOf(hidden)})`]),
      ...(deniedClasses.size === 0 ? [] : [`!${this.#isInstance(node, deniedClasses)}`]),
      ...(allowedClasses === undefined
        ? []
        : [
            `(isLiteral(${node}) || ${node} IN (${listOf([...allowedClasses, ...predicates])}) || ${this.#isInstance(node, allowedClasses)})`,
          ]),
    ];
    return tests.length === 0 ? [] : [`FILTER(${tests.join(" && ")})`];
  }

  /** Whether the nodes between the ends of a repeated path can be neither hidden nor masked. */
  #canRepeat(predicate: string): boolean {
    const { vocabulary, maskedPredicates } = this.#rules;
    return (
      !maskedPredicates.has(predicate) &&
      (!hidesNodes(this.#rules) || vocabulary.subclass.includes(predicate))
    );
  }

  #masked(
    subject: string,
    predicate: string,
    object: string,
    before: readonly string[] = [],
  ): readonly string[] {
    const isHidden = !isVariable(object) && object !== MASKED;
    if (isHidden || object === subject || object === predicate) return [`${subject} ${NOTHING} ${object} .`];
    const value = this.#fresh();
    const lines = [
      ...before,
      `${subject} ${predicate} ${value} .`,
      ...this.#visible(subject),
      ...this.#visible(value),
      ...(isVariable(object) ? [`BIND(${MASKED} AS ${object})`] : []),
    ];
    const variables = [...new Set([subject, predicate, object].filter(isVariable))];
    return variables.length === 0
      ? group(lines, "FILTER EXISTS")
      : subSelect(`DISTINCT ${variables.join(" ")}`, lines);
  }

  #amongPredicates(variable: string, shown: readonly string[]): string {
    if (shown.length === 0) return "FILTER(false)";
    if (shown.length <= MOST_LISTED) return `FILTER(${variable} IN (${listOf(shown)}))`;
    const { deniedPredicates, maskedPredicates } = this.#rules;
    const hidden = new Set([...deniedPredicates, ...maskedPredicates]);
    return hidden.size === 0 ? "" : `FILTER(${variable} NOT IN (${listOf(hidden)}))`;
  }

  #isInstance(node: string, classes: ReadonlySet<string>): string {
    const { type } = this.#rules.vocabulary;
    if (type.length === 0) return "(false)";
    const name = this.#fresh();
    return `(EXISTS { ${node} ${eitherOf(type.map(writtenIri))} ${name} . FILTER(${name} IN (${listOf(classes)})) })`;
  }
}

/** A UNION in a group of its own, so that it does not include preceding lines. */
function union(branches: readonly (readonly string[])[]): readonly string[] {
  return group(branches.flatMap((each, at) => [...(at === 0 ? [] : ["UNION"]), ...group(each)]));
}

function refusedPath(): TripleStoreError {
  return storeError(
    "unsupported",
    "Parts of this knowledge base are private. Of property paths with *, +, ? or ! only a subclass predicate with + is run, or with * behind another step.",
    { hint: "Write out the steps as triple patterns." },
  );
}
