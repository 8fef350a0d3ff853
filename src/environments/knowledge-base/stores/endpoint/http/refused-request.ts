import type { HttpResponse } from "../../../../http/http-message.ts";
import { booleanTerm, type Term, termOf, XSD } from "../../../term/term.ts";
import {
  type StoreErrorKind,
  storeError,
  TripleStoreError,
} from "../../../triple-store/triple-store-error.ts";

const LONGEST = 300;

/** Removes secrets from a server's words. */
type Scrub = (text: string) => string;

/** A server's message as one line, without markup, credentials and the query that some servers repeat; at most 300 characters. */
function plainSentence(body: string, scrub: Scrub): string {
  const isMarkup = /^\s*<(?:!|html|\?xml|[a-z]+[\s>])/iu.test(body);
  const said = isMarkup
    ? body
        .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/giu, " ")
        .replace(/&(lt|gt|amp|quot);/gu, (_, name: string) => ENTITIES[name] ?? "")
    : withoutQuery(body);
  const text = scrub(said.replace(/\s+/gu, " ").trim());
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** Removes the query, which Virtuoso appends and Java servers prepend, and Java's stack trace. */
function withoutQuery(body: string): string {
  return body
    .replace(/\n\s*SPARQL query:[\s\S]*/u, "")
    .replace(/^SPARQL-QUERY:[\s\S]*?(?=java\.)/u, "")
    .replace(/\n\s+at [\w.$/<>]+\([\s\S]*/u, "");
}

/** Patterns of engines' messages and their error kinds. The first match wins. */
const SENTENCES: readonly (readonly [RegExp, StoreErrorKind])[] = [
  [
    /estimated execution time|exceeds the limit of \d+ \(sec\)|query (?:is )?too (?:complex|expensive)/iu,
    "refused",
  ],
  [/time-?out|timed out|S1T00|TimeoutException|exceeded .*time|deadline/iu, "time-limit"],
  [
    /no permission to execute|SECURITY:|read-?only|updates? (?:is|are) not|not allowed to update/iu,
    "not-read-only",
  ],
  [/memory (?:limit|exhausted)|out of memory|too (?:large|big|many)/iu, "too-large"],
  [
    /syntax error|parse ?(?:error|exception)|malformed ?query|SP030|Lexical error|Encountered|mismatched input|expected|undefined prefix|prefix not found/iu,
    "syntax",
  ],
];

/** The error for an unsuccessful response. */
export function refusedRequest(status: number, body: string, scrub: Scrub): TripleStoreError {
  const said = plainSentence(body, scrub);
  const engineMessage = said === "" ? `The endpoint answered with status ${status}.` : said;
  if (status === 401 || status === 403 || status === 407)
    return storeError("unavailable", `The endpoint refuses access (${status}): ${engineMessage}`, {
      hint: "Check the user, password or key for this endpoint.",
    });
  if (status === 404 || status === 410)
    return storeError("unavailable", `There is no endpoint at this address (${status}).`, {
      hint: "Check the path of the address; many servers have /sparql or /query.",
    });
  if (status === 413 || status === 414)
    return storeError("too-large", "The endpoint takes no query this long.");
  if ([429, 502, 503, 504].includes(status))
    return storeError(
      status === 504 ? "time-limit" : "unavailable",
      `The endpoint does not take requests now (${status}): ${engineMessage}`,
    );
  const kind =
    SENTENCES.find(([pattern]) => pattern.test(body))?.[1] ?? (status === 400 ? "syntax" : "refused");
  return storeError(kind, engineMessage);
}

/**
 * The result in a successful response. Refuses results that the engine itself marks as partial.
 *
 * @throws TripleStoreError `malformed`; `time-limit` for a partial result
 */
export function readAnswer(headers: HttpResponse["headers"], text: string, scrub: Scrub): SparqlAnswer {
  const state = headers["x-sql-state"];
  if (state !== undefined || headers["x-sparql-anytime"] !== undefined)
    throw storeError(
      "time-limit",
      state === undefined || state === "S1TAT"
        ? "The endpoint stopped at its time limit and gave a part of the result only."
        : plainSentence(headers["x-sql-message"] ?? state, scrub),
    );
  const type = (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const start = text.trimStart().slice(0, 200);
  if (start === "") throw malformedAnswer("is empty");
  if (type === "text/html" || /^<(?:!doctype\s+html|html)\b/iu.test(start)) throw webPage(text, scrub);
  if (!start.startsWith("{")) {
    throw malformedAnswer(
      type === "" || type.includes("json")
        ? "is not SPARQL JSON"
        : `is of the type ${type.slice(0, 60)}, and SPARQL JSON was asked for`,
    );
  }
  const answer = readJsonResults(text);
  const limit = Number(headers["x-sparql-maxrows"] ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? { ...answer, rowLimit: limit } : answer;
}

function webPage(text: string, scrub: Scrub): TripleStoreError {
  const said = plainSentence(text, scrub).slice(0, 120);
  return storeError("malformed", `The server answered with a web page ("${said}"), not with a result.`, {
    hint: "The address may be that of the query form, or the server may want a login.",
  });
}

/** Virtuoso writes the year 44 before Christ as `-044`. */
function withWholeYear(term: Term): Term {
  if (term.kind !== "literal" || !/^-\d{3}(?:$|-)/u.test(term.value)) return term;
  return term.datatype?.startsWith(XSD) && /(?:date|gYear)/u.test(term.datatype)
    ? { ...term, value: `-0${term.value.slice(1)}` }
    : term;
}

interface JsonTerm {
  readonly type: string;
  readonly value: unknown;
  readonly datatype?: string;
  readonly "xml:lang"?: string;
}

interface JsonResults {
  readonly boolean?: boolean;
  readonly head: { readonly vars: readonly string[] };
  readonly results: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

/** Reads SPARQL 1.1 results in JSON. @throws TripleStoreError `malformed`; `unsupported` for RDF-star */
export function readJsonResults(text: string): SparqlAnswer {
  try {
    const { boolean, head, results } = JSON.parse(text) as JsonResults;
    if (typeof boolean === "boolean") return { variables: ["answer"], rows: [[booleanTerm(boolean)]] };
    const variables = head.vars.map(String);
    const rows = results.bindings.map((row) => variables.map((name) => row[name] && readTerm(row[name])));
    return { variables, rows };
  } catch (cause) {
    if (cause instanceof TripleStoreError) throw cause;
    throw malformedAnswer("is not valid SPARQL JSON, or ends in the middle", cause);
  }
}

const TERM_TYPES: Readonly<Record<string, string>> = {
  uri: "NamedNode",
  bnode: "BlankNode",
  literal: "Literal",
  "typed-literal": "Literal",
};

function readTerm({ type, value, datatype = "", "xml:lang": language = "" }: JsonTerm): Term {
  if (type === "triple")
    throw storeError(
      "unsupported",
      "The answer holds statements about statements (RDF-star), which are not read.",
    );
  if (typeof value !== "string") throw malformedAnswer("has a term without a value");
  const types = datatype === "" ? {} : { datatype: { value: datatype } };
  const term = termOf({ termType: TERM_TYPES[type] ?? "", value, language, ...types });
  if (term !== undefined) return withWholeYear(term);
  throw malformedAnswer(`has a term of the unknown type "${String(type).slice(0, 40)}"`);
}

/** Error for a response that is no result. `what` completes "The server's answer …". */
function malformedAnswer(what: string, cause?: unknown): TripleStoreError {
  return storeError("malformed", `The server's answer ${what}.`, {
    hint: "Check that the address is that of a SPARQL endpoint.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A complete result of the SPARQL protocol. An ASK is one row with the variable `answer`. */
export interface SparqlAnswer {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly (Term | undefined)[])[];
  /** Row limit that the engine itself reports. */
  readonly rowLimit?: number;
}
