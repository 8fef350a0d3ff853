import { randomBytes } from "node:crypto";
import { XSD } from "../../term/term.ts";
import { storeError, type TripleStoreError } from "../../triple-store/triple-store-error.ts";
import { parseSparql } from "../admit/admit-query.ts";
import { group } from "../program-pattern.ts";
import {
  type Expression,
  fullIri,
  type GraphNode,
  type Group,
  type Path,
  type Pattern,
  type QueryRules,
  type ReadQuery,
  RestrictedTriples,
  type SelectQuery,
  type TermWriter,
  type Triple,
  type Triples,
  type Values,
  writtenIri,
  writtenTerm,
} from "./restricted-triples.ts";

/**
 * The query over what may be seen, written anew from its tree, so that nothing comes through that was not understood: triple patterns are
 * narrowed, everything else is built on them. It has the solutions that it would have if what is hidden had never been stored.
 *
 * @throws TripleStoreError `unsupported` for what cannot be narrowed: SERVICE, GRAPH, FROM, some repeated paths, `COUNT(DISTINCT *)`
 */
export function restrictedQuery(sparql: string, rules: QueryRules): string {
  const parsed = parseSparql(sparql);
  if (parsed.type !== "query" || (parsed.subType !== "select" && parsed.subType !== "ask"))
    throw refused("Only SELECT and ASK are run.");
  return new QueryWriter(parsed, rules, letterFor(sparql)).written().join("\n");
}

/** No variable of the query begins with it, and nobody who writes queries can know it. */
function letterFor(sparql: string): string {
  const letter = `f${randomBytes(4).toString("hex")}`;
  return sparql.includes(letter) ? letterFor(sparql) : letter;
}

const SYMBOLS: ReadonlySet<string> = new Set([
  "||",
  "&&",
  "=",
  "!=",
  "<",
  ">",
  "<=",
  ">=",
  "+",
  "-",
  "*",
  "/",
]);
const SIGNS: Readonly<Record<string, string>> = { "!": "!", uminus: "-", uplus: "+" };

class QueryWriter {
  readonly #query: ReadQuery;
  readonly #writer: TermWriter;
  readonly #triples: RestrictedTriples;
  readonly #letter: string;
  #variables = 0;

  constructor(query: ReadQuery, rules: QueryRules, letter: string) {
    this.#query = query;
    this.#letter = letter;
    this.#writer = { letter, namespaces: namespacesOf(query) };
    this.#triples = new RestrictedTriples(rules, () => this.#fresh());
  }

  written(): readonly string[] {
    return this.#select(this.#query);
  }

  #fresh(): string {
    this.#variables++;
    return `?${this.#letter}v${this.#variables}`;
  }

  #select(query: ReadQuery): readonly string[] {
    if (query.datasets.clauses.length > 0) throw refused("FROM is not run.");
    const head = query.subType === "ask" ? "ASK" : `SELECT ${this.#projection(query)} WHERE`;
    return [
      ...group(this.#patterns(query.where.patterns), head),
      ...this.#modifiers(query),
      ...(query.values === undefined ? [] : this.#values(query.values)),
    ];
  }

  #projection(query: Extract<ReadQuery, { readonly subType: "select" }>): string {
    const kept = query.distinct ? "DISTINCT " : query.reduced ? "REDUCED " : "";
    const columns = query.variables.flatMap((each) => {
      // What the writer adds is nobody's column.
      if (each.type === "wildcard") return patternVariables(query.where);
      if (each.type === "pattern")
        return [`(${this.#expression(each.expression)} AS ?${each.variable.value})`];
      return [`?${each.value}`];
    });
    return kept + columns.join(" ");
  }

  #modifiers({ solutionModifiers }: ReadQuery): readonly string[] {
    const { group: by, having, order, limitOffset } = solutionModifiers;
    const groupings = by?.groupings.map((each) =>
      "variable" in each && "value" in each && typeof each.value === "object"
        ? `(${this.#expression(each.value as Expression)} AS ?${(each.variable as { value: string }).value})`
        : this.#bracketed(each as Expression),
    );
    return [
      ...(groupings === undefined ? [] : [`GROUP BY ${groupings.join(" ")}`]),
      ...(having === undefined
        ? []
        : [`HAVING ${having.having.map((each) => `(${this.#expression(each)})`).join(" ")}`]),
      ...(order === undefined
        ? []
        : [
            `ORDER BY ${order.orderDefs
              .map(
                ({ descending, expression }) =>
                  `${descending ? "DESC" : "ASC"}(${this.#expression(expression)})`,
              )
              .join(" ")}`,
          ]),
      ...(limitOffset?.limit === undefined ? [] : [`LIMIT ${limitOffset.limit}`]),
      ...(limitOffset?.offset === undefined ? [] : [`OFFSET ${limitOffset.offset}`]),
    ];
  }

  #bracketed(expression: Expression): string {
    const written = this.#expression(expression);
    return written.startsWith("?") ? written : `(${written})`;
  }

  #patterns(patterns: readonly Pattern[]): readonly string[] {
    return patterns.flatMap((each) => this.#pattern(each));
  }

  #pattern(pattern: Pattern): readonly string[] {
    if (pattern.type === "query") return this.#select(pattern);
    switch (pattern.subType) {
      case "bgp":
        return this.#basic(pattern.triples);
      case "group":
        return group(this.#patterns(pattern.patterns));
      case "union":
        return pattern.patterns.flatMap((each, at) => [
          ...(at === 0 ? [] : ["UNION"]),
          ...group(this.#patterns(each.patterns)),
        ]);
      case "optional":
        return group(this.#patterns(pattern.patterns), "OPTIONAL");
      case "minus":
        return group(this.#patterns(pattern.patterns), "MINUS");
      case "filter":
        return [`FILTER(${this.#expression(pattern.expression)})`];
      case "bind":
        return [`BIND(${this.#expression(pattern.expression)} AS ?${pattern.variable.value})`];
      case "values":
        return this.#values(pattern);
      case "graph":
        throw refused("GRAPH is not run.");
      case "service":
        throw refused("SERVICE is not run.");
    }
  }

  #basic(triples: Triples): readonly string[] {
    const all = flattened(triples);
    const ends = (triple: Triple) => [this.#node(triple.subject), this.#node(triple.object)];
    return all.flatMap((triple): readonly string[] => {
      const [subject = "", object = ""] = ends(triple);
      const { predicate } = triple;
      if (predicate.type === "term" && predicate.subType === "variable")
        return this.#grouped(this.#triples.any(subject, `?${predicate.value}`, object));
      return this.#grouped(
        restrictedPath(subject, predicate, object, {
          triples: this.#triples,
          writer: this.#writer,
          fresh: () => this.#fresh(),
        }),
      );
    });
  }

  /** A UNION would take in what stands before it. */
  #grouped(lines: readonly string[]): readonly string[] {
    return lines.includes("UNION") ? group(lines) : lines;
  }

  #node(node: GraphNode): string {
    return writtenTerm(node.type === "tripleCollection" ? node.identifier : node, this.#writer);
  }

  #values({ variables, values }: Values): readonly string[] {
    const names = variables.map(({ value }) => value);
    const rows = values.map(
      (row) =>
        `(${names
          .map((name) => {
            const term = row[name] ?? row[`?${name}`];
            return term === undefined ? "UNDEF" : writtenTerm(term, this.#writer);
          })
          .join(" ")})`,
    );
    const [only] = names;
    if (names.length === 1 && only !== undefined)
      return [`VALUES ?${only} { ${rows.map((row) => row.slice(1, -1)).join(" ")} }`];
    return [`VALUES (${names.map((name) => `?${name}`).join(" ")}) { ${rows.join(" ")} }`];
  }

  #expression(expression: Expression): string {
    if (expression.type === "term") return writtenTerm(expression, this.#writer);
    switch (expression.subType) {
      case "operation":
        return this.#operation(expression.operator, expression.args);
      case "patternOperation":
        return `${expression.operator === "exists" ? "EXISTS" : "NOT EXISTS"} ${group(
          this.#patterns(expression.args.patterns),
        ).join(" ")}`;
      case "functionCall":
        return `${writtenIri(this.#cast(fullIri(expression.function, this.#writer)))}(${this.#list(expression.args)})`;
      case "aggregate": {
        const [of] = expression.expression;
        if (of.type === "wildcard") {
          if (expression.distinct) throw refused("COUNT(DISTINCT *) is not run.");
          return "COUNT(*)";
        }
        const separator =
          "separator" in expression && expression.separator !== undefined
            ? `; SEPARATOR=${JSON.stringify(expression.separator)}`
            : "";
        const kept = expression.distinct ? "DISTINCT " : "";
        return `${expression.aggregation.toUpperCase()}(${kept}${this.#expression(of)}${separator})`;
      }
    }
  }

  /** Functions that are called by an IRI may look at more than their arguments. Casts do not. */
  #cast(name: string): string {
    if (name.startsWith(XSD)) return name;
    throw refused(`The function <${name}> is not run.`);
  }

  #operation(operator: string, args: readonly Expression[]): string {
    const [first, ...rest] = args;
    const sign = SIGNS[operator];
    if (first !== undefined && rest.length === 0 && sign !== undefined)
      return `${sign}(${this.#expression(first)})`;
    if (SYMBOLS.has(operator)) return `(${args.map((each) => this.#expression(each)).join(` ${operator} `)})`;
    if (first !== undefined && (operator === "in" || operator === "notin"))
      return `(${this.#expression(first)} ${operator === "in" ? "IN" : "NOT IN"} (${this.#list(rest)}))`;
    if (/^[a-z]\w*$/iu.test(operator)) return `${operator.toUpperCase()}(${this.#list(args)})`;
    throw refused(`"${operator}" is not known here.`);
  }

  #list(expressions: readonly Expression[]): string {
    return expressions.map((each) => this.#expression(each)).join(", ");
  }
}

const patternVariables = (where: Group): readonly string[] => {
  const names = variablesIn(where.patterns).map((name) => `?${name}`);
  if (names.length === 0) throw refused("A query without variables selects nothing.");
  return names;
};

function flattened(triples: Triples): readonly Triple[] {
  return triples.flatMap((each): readonly Triple[] => {
    if (each.type === "tripleCollection") return flattened(each.triples);
    const within = [each.subject, each.object].flatMap((node) =>
      node.type === "tripleCollection" ? flattened(node.triples) : [],
    );
    return [each, ...within];
  });
}

function namespacesOf({ context }: ReadQuery): ReadonlyMap<string, string> {
  return new Map(
    context.map((each) => {
      if (each.subType === "prefix") return [each.key, each.value.value] as const;
      throw refused("BASE is not run.");
    }),
  );
}

function refused(what: string): TripleStoreError {
  return storeError("unsupported", `Parts of this knowledge base are private. ${what}`);
}

/** Variables that `SELECT *` means, in the order in which they come. */
function variablesIn(patterns: readonly Pattern[]): readonly string[] {
  return [...new Set(patterns.flatMap(variablesOf))];
}

function variablesOf(pattern: Pattern): readonly string[] {
  if (pattern.type === "query") return projected(pattern);
  switch (pattern.subType) {
    case "bgp":
      return inTriples(pattern.triples);
    case "bind":
      return [pattern.variable.value];
    case "values":
      return pattern.variables.map(({ value }) => value);
    case "filter":
    case "minus":
      return [];
    default:
      return variablesIn(pattern.patterns as readonly Pattern[]);
  }
}

function projected({ variables, where }: SelectQuery): readonly string[] {
  return variables.flatMap((each) => {
    if (each.type === "wildcard") return variablesIn(where.patterns);
    return [each.type === "pattern" ? each.variable.value : each.value];
  });
}

const inTriples = (triples: Triples): readonly string[] =>
  flattened(triples).flatMap(({ subject, predicate, object }) =>
    [subject, predicate, object].flatMap((part) =>
      part.type === "term" && part.subType === "variable" ? [part.value] : [],
    ),
  );

interface PathContext {
  readonly triples: RestrictedTriples;
  readonly writer: TermWriter;
  readonly fresh: () => string;
}

/**
 * A property path, taken apart into triple patterns. Of repeated ones a single predicate stays, where nothing hidden can lie between its ends.
 * @param bound whether another step binds the start: a path of no steps from anything leads from everything there is
 */
function restrictedPath(
  start: string,
  path: Path,
  end: string,
  context: PathContext,
  bound = false,
): readonly string[] {
  const { triples, writer } = context;
  if (path.type === "term") return triples.stated(start, fullIri(path, writer), end);
  switch (path.subType) {
    case "^":
      return restrictedPath(end, path.items[0] as Path, start, context);
    case "/": {
      let from = start;
      return path.items.flatMap((item, at) => {
        const to = at === path.items.length - 1 ? end : context.fresh();
        const lines = restrictedPath(from, item, to, context, at > 0);
        from = to;
        return lines;
      });
    }
    case "|":
      return path.items.flatMap((item, at) => [
        ...(at === 0 ? [] : ["UNION"]),
        ...group(restrictedPath(start, item, end, context)),
      ]);
    case "+":
    case "*": {
      const [only] = path.items as readonly Path[];
      const iri = only?.type === "term" ? fullIri(only, writer) : undefined;
      if (iri === undefined || (path.subType === "*" && !bound) || !triples.canRepeat(iri))
        throw refusedPath();
      const repeated = `${start} ${triples.inPath(iri)}${path.subType} ${end} .`;
      return [repeated, ...triples.visible(start), ...triples.visible(end)];
    }
    default:
      throw refusedPath();
  }
}

function refusedPath(): TripleStoreError {
  return storeError(
    "unsupported",
    "Parts of this knowledge base are private. Of property paths with *, +, ? or ! only a subclass predicate with + is run, or with * behind another step.",
    { hint: "Write out the steps as triple patterns." },
  );
}
