import { scrubSecrets } from "../../../../../util/scrub-secrets.ts";
import {
  booleanTerm,
  iri,
  LANGUAGE_TEXT,
  type Literal,
  literal,
  type Term,
  XSD,
} from "../../../term/term.ts";
import {
  type StoreErrorKind,
  storeError,
  TripleStoreError,
} from "../../../triple-store/triple-store-error.ts";

const LONGEST = 300;

/** What a server said, as one line without markup, credentials and the query that some servers repeat; at most 300 characters. */
function plainSentence(body: string, secrets: readonly string[]): string {
  const isMarkup = /^\s*<(?:!|html|\?xml|[a-z]+[\s>])/iu.test(body);
  const said = isMarkup
    ? body
        .replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/giu, " ")
        .replace(/&(lt|gt|amp|quot);/gu, (_, name: string) => ENTITIES[name] ?? "")
    : withoutQuery(body);
  const text = scrubSecrets(said.replace(/\s+/gu, " ").trim(), secrets);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** Virtuoso puts the query after its message, Java servers a stack trace. */
function withoutQuery(body: string): string {
  return body
    .replace(/\n\s*SPARQL query:[\s\S]*/u, "")
    .replace(/^SPARQL-QUERY:[\s\S]*?(?=java\.)/u, "")
    .replace(/\n\s+at [\w.$/<>]+\([\s\S]*/u, "");
}

/** Engines' sentences, by what they are about. The first that fits counts. */
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

/** An answer that is no success, as what the caller can act on. */
export function refusedRequest(status: number, body: string, secrets: readonly string[]): TripleStoreError {
  const said = plainSentence(body, secrets);
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
 * The result in a successful response, and never what the engine itself calls a part of it.
 *
 * @throws TripleStoreError `malformed`; `time-limit` for a partial result
 */
export function readAnswer(headers: Headers, text: string, secrets: readonly string[]): SparqlAnswer {
  const state = headers.get("x-sql-state");
  if (state !== null || headers.has("x-sparql-anytime"))
    throw storeError(
      "time-limit",
      state === null || state === "S1TAT"
        ? "The endpoint stopped at its time limit and gave a part of the result only."
        : plainSentence(headers.get("x-sql-message") ?? state, secrets),
    );
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const start = text.trimStart().slice(0, 200);
  if (start === "") throw malformedAnswer("is empty");
  if (type === "text/html" || /^<(?:!doctype\s+html|html)\b/iu.test(start)) throw webPage(text, secrets);
  if (!start.startsWith("{")) {
    throw malformedAnswer(
      type === "" || type.includes("json")
        ? "is not SPARQL JSON"
        : `is of the type ${type.slice(0, 60)}, and SPARQL JSON was asked for`,
    );
  }
  const answer = readJsonResults(text);
  const limit = Number(headers.get("x-sparql-maxrows") ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? { ...answer, rowLimit: limit } : answer;
}

function webPage(text: string, secrets: readonly string[]): TripleStoreError {
  const said = plainSentence(text, secrets).slice(0, 120);
  return storeError("malformed", `The server answered with a web page ("${said}"), not with a result.`, {
    hint: "The address may be that of the query form, or the server may want a login.",
  });
}

/** A literal as this project writes it: `xsd:string` is no datatype, languages are in lower case. */
function answerLiteral(value: string, datatype: string | undefined, language: string | undefined): Literal {
  if (language !== undefined && language !== "") return literal(value, { language: language.toLowerCase() });
  if (datatype === undefined || datatype === `${XSD}string` || datatype === LANGUAGE_TEXT)
    return literal(value);
  return literal(wholeYear(value, datatype), { datatype });
}

/** Virtuoso writes the year 44 before Christ as `-044`. */
function wholeYear(value: string, datatype: string): string {
  return datatype.startsWith(XSD) && /^-\d{3}(?:$|-)/u.test(value) && /(?:date|gYear)/u.test(datatype)
    ? `-0${value.slice(1)}`
    : value;
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

function readTerm({ type, value, datatype, "xml:lang": language }: JsonTerm): Term {
  if (type === "triple")
    throw storeError(
      "unsupported",
      "The answer holds statements about statements (RDF-star), which are not read.",
    );
  if (typeof value !== "string") throw malformedAnswer("has a term without a value");
  switch (type) {
    case "uri":
      return iri(value);
    case "bnode":
      return { kind: "blank", value };
    case "literal":
    case "typed-literal":
      return answerLiteral(value, datatype, language);
    default:
      throw malformedAnswer(`has a term of the unknown type "${String(type).slice(0, 40)}"`);
  }
}

/** What came back is no result. `what` completes "The server's answer …". */
function malformedAnswer(what: string, cause?: unknown): TripleStoreError {
  return storeError("malformed", `The server's answer ${what}.`, {
    hint: "Check that the address is that of a SPARQL endpoint.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A result of the protocol, read whole. An ASK is one row with the variable `answer`. */
export interface SparqlAnswer {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly (Term | undefined)[])[];
  /** Rows that the engine itself says it stopped at. */
  readonly rowLimit?: number;
}
