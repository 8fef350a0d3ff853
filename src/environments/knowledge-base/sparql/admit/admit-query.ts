import { Generator } from "@traqula/generator-sparql-1-1";
import { Parser } from "@traqula/parser-sparql-1-1";
import { storeError, type TripleStoreError } from "../../triple-store/triple-store-error.ts";
import { rewriteDialect } from "./rewrite-dialect.ts";
import { endlessWord, isWord, sparqlTokens } from "./sparql-tokens.ts";

/** A query or an update, as parsed. */
type SparqlTree = ReturnType<Parser["parse"]>;

let parser: Parser | undefined;

/** @throws the parser's errors */
export function parseSparql(text: string): SparqlTree {
  // Creating a parser takes some hundred milliseconds; one is shared by all queries.
  parser ??= new Parser({ lexerConfig: { positionTracking: "full" } });
  return parser.parse(text);
}

let generator: Generator | undefined;

/** A query as text, from its tree. */
export function sparqlText(tree: SparqlTree): string {
  generator ??= new Generator();
  return generator.generate(tree);
}

/** Virtuoso's own functions can access its server; only text search is permitted. */
const HOST_FUNCTION = /^(?:bif:(?!contains$).|sql:.|java:.|javascript:.)/iu;

/** Schemes that BASE must not have: a relative IRI could then name a host function. */
const HOST_SCHEME = /^(?:bif|sql|java|javascript):/iu;

/** @throws TripleStoreError `unsupported` for SERVICE, FROM or GRAPH with a graph that is not among `graphs`, and functions of the engine's host */
function refusedParts(tree: object, graphs: readonly string[]): void {
  const allowed = new Set(graphs);
  const namespaces = declaredIn(tree);
  refuseHostBase(tree);
  const waiting: object[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type, subType, clauses, name } = node as Readonly<Record<string, unknown>>;
    const iri = iriOf(node, namespaces);
    if (subType === "service") throw refused("SERVICE would ask another server, which is not allowed.");
    if (subType === "graph") {
      const graph = iriOf(name as object | undefined, namespaces);
      if (graph !== undefined && !allowed.has(graph))
        throw refused(`GRAPH <${graph}> names a graph that is not configured.`);
    }
    if (type === "datasetClauses" && Array.isArray(clauses))
      for (const clause of clauses) {
        const graph = iriOf((clause as { value?: object }).value, namespaces);
        if (graph === undefined || !allowed.has(graph))
          throw refused(`FROM <${graph ?? ""}> names a graph that is not configured.`);
      }
    if (iri !== undefined && HOST_FUNCTION.test(iri)) throw refused(`The function ${iri} is not allowed.`);
    for (const child of Object.values(node))
      if (typeof child === "object" && child !== null) waiting.push(child);
  }
}

interface Declaration {
  readonly subType?: string;
  readonly key?: string;
  readonly value?: { readonly value?: string };
}

function declarations(tree: object): readonly Declaration[] {
  return (tree as { readonly context?: readonly Declaration[] }).context ?? [];
}

function refuseHostBase(tree: object): void {
  for (const { subType, value } of declarations(tree))
    if (subType === "base" && HOST_SCHEME.test(value?.value ?? ""))
      throw refused(`BASE <${value?.value}> is the engine's own and not allowed.`);
}

/** Prefix to namespace, as declared before the query. Engines differ in which declaration of a prefix holds, so each may have only one namespace. */
function declaredIn(tree: object): ReadonlyMap<string, string> {
  const namespaces = new Map<string, string>();
  for (const { subType, key = "", value } of declarations(tree)) {
    if (subType !== "prefix") continue;
    const namespace = value?.value ?? "";
    if ((namespaces.get(key) ?? namespace) !== namespace)
      throw refused(`The prefix ${key}: is declared twice, with different namespaces.`);
    namespaces.set(key, namespace);
  }
  return namespaces;
}

/** The full IRI of a term, which the parser leaves with its prefix. */
function iriOf(node: object | undefined, namespaces: ReadonlyMap<string, string>): string | undefined {
  const { subType, value, prefix } = (node ?? {}) as Readonly<Record<string, unknown>>;
  if (subType !== "namedNode" || typeof value !== "string") return undefined;
  return typeof prefix === "string" ? (namespaces.get(prefix) ?? "") + value : value;
}

function refused(engineMessage: string): TripleStoreError {
  return storeError("unsupported", engineMessage);
}

export type ParsedSparql = Extract<SparqlTree, { readonly type: "query" }>;

export interface AdmittedQuery {
  readonly form: "select" | "ask";
  /** SPARQL 1.1, all prefixes declared. */
  readonly text: string;
  readonly parsed: ParsedSparql;
}

export interface AdmitOptions {
  /** The vocabulary's prefixes, which need not be declared. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Graphs that FROM and GRAPH may name. */
  readonly graphs?: readonly string[];
}

const LONGEST = 100_000;

/**
 * Admits one SELECT or ASK, rewritten from the dialect of Virtuoso if needed. Refuses updates, graphs that are not configured, other servers, and
 * functions of the engine's host.
 *
 * @throws TripleStoreError `syntax` (with the offset into the text as given), `not-read-only`, `unsupported`, `too-large`
 */
export function admitQuery(sparql: string, { prefixes, graphs = [] }: AdmitOptions): AdmittedQuery {
  if (sparql.length > LONGEST)
    throw storeError("too-large", `The query is longer than ${LONGEST} characters.`);
  const endless = endlessWord(sparql);
  if (endless !== undefined)
    throw fault(
      "This is too long for a word.",
      sparql,
      endless.start,
      "Put names in <…>, texts in quotation marks, and ? before variables.",
    );
  const { text, added } = rewriteDialect(sparql, prefixes);
  let parsed: SparqlTree;
  try {
    parsed = parseSparql(text);
  } catch (error) {
    throw mayUpdate(sparql)
      ? notReadOnly()
      : syntaxFault(error instanceof Error ? error.message : String(error), text, sparql, added);
  }
  if (sparqlTokens(sparql).length === 0) throw storeError("syntax", "The query is empty.", { offset: 0 });
  if (parsed.type !== "query") throw notReadOnly();
  const { subType } = parsed;
  if (subType !== "select" && subType !== "ask")
    throw storeError("unsupported", `Only SELECT and ASK are run, not ${subType.toUpperCase()}.`, {
      hint: "Select the variables that are wanted.",
    });
  refusedParts(parsed, graphs);
  return { form: subType, text, parsed };
}

const UPDATES = ["INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"];

/** Whether a query that does not parse looks like an update, which is then refused as such. */
function mayUpdate(sparql: string): boolean {
  const tokens = sparqlTokens(sparql);
  let at = 0;
  while (isWord(tokens[at], "PREFIX", "BASE")) at += isWord(tokens[at], "BASE") ? 2 : 3;
  return isWord(tokens[at], ...UPDATES);
}

function notReadOnly(): TripleStoreError {
  return storeError("not-read-only", "Only queries that read may be run: SELECT or ASK.", {
    hint: "Write one SELECT or ASK.",
  });
}

/** A parser's message as our own sentence, with an offset into the query as written: before `added` characters were put in front of it. */
function syntaxFault(message: string, parsed: string, written: string, added: number): TripleStoreError {
  const prefix = /Unknown prefix: ?(\S*)/u.exec(message)?.[1];
  if (prefix !== undefined) {
    const use = sparqlTokens(written).find(
      ({ kind, text }) => kind === "prefixed" && text.startsWith(`${prefix}:`),
    );
    return fault(
      `The prefix "${prefix}:" is not declared.`,
      written,
      use?.start,
      "Declare it: PREFIX name: <namespace>.",
    );
  }
  // Nested too deeply for the stack, or for an array of the parser.
  if (/call stack|array length/u.test(message))
    return fault(
      "The query is nested too deeply.",
      written,
      undefined,
      "Write it with fewer parentheses and braces inside each other; VALUES takes many terms at once.",
    );
  const offset = offsetOf(message, parsed);
  if (offset === undefined && !/^Parse error/u.test(message))
    return fault(message.split("\n")[0] ?? "The query is not valid.", written, undefined);
  if (offset === undefined || offset >= parsed.trimEnd().length)
    return fault(
      "The query ends too early: something is missing at its end.",
      written,
      written.trimEnd().length,
    );
  const token = sparqlTokens(parsed).findLast(({ start }) => start <= offset);
  return fault(`"${(token?.text ?? "").slice(0, 40)}" cannot stand here.`, written, offset - added);
}

function fault(
  sentence: string,
  written: string,
  offset: number | undefined,
  hint?: string,
): TripleStoreError {
  const place = offset === undefined ? "" : ` (${lineAndColumn(written, offset)})`;
  return storeError("syntax", `SPARQL syntax error${place}: ${sentence.slice(0, 240)}`, { offset, hint });
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Offset of a fault. The parser names it for an invalid character, and draws an arrow below the line for a misplaced token. */
function offsetOf(message: string, parsed: string): number | undefined {
  const named = /at offset: (\d+)/u.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const line = /on line (\d+)/u.exec(message)?.[1];
  const arrow = /^(-*)\^/mu.exec(message)?.[1];
  if (line === undefined || arrow === undefined) return undefined;
  const before = parsed.split("\n").slice(0, Number(line) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + arrow.length;
}

/**
 * The query with a limit of rows, and a query that counts its rows, if that can be written. The text stays unchanged, except that a limit is
 * added, or rewritten if it is too high or followed by `VALUES`.
 */
export function boundedQuery(
  { text, form, parsed }: AdmittedQuery,
  most: number,
): { readonly text: string; readonly counting?: string } {
  if (form === "ask") return { text };
  const { solutionModifiers, values, datasets } = parsed as Extract<ParsedSparql, { subType: "select" }>;
  const { limitOffset } = solutionModifiers;
  const { limit, offset } = limitOffset ?? {};
  const lowest = Math.min(limit ?? most, most);
  const bounded = {
    ...parsed,
    solutionModifiers: {
      ...solutionModifiers,
      limitOffset: {
        type: "solutionModifier",
        subType: "limitOffset",
        limit: lowest,
        offset,
        loc: parsed.loc,
      },
    },
  } as ParsedSparql;
  const isAppended = limit === undefined && values === undefined;
  const same = limit !== undefined && limit <= most ? text : undefined;
  const written = same ?? (isAppended ? `${text}\nLIMIT ${most}` : sparqlText(bounded));
  // A sub-select cannot contain FROM.
  if (datasets.clauses.length > 0) return { text: written };
  const select = sparqlText({ ...bounded, context: [] });
  const prologue = sparqlText(bounded).slice(0, -select.length);
  return { text: written, counting: `${prologue}SELECT (COUNT(*) AS ?rows) WHERE { {\n${select}\n} }` };
}
