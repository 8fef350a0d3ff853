import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { iri, type Literal, literal, type Term } from "../../../term/term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const STRING = `${XSD}string`;
const LANGUAGE_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

/** A literal as this project writes it: `xsd:string` is no datatype, languages are in lower case. */
function answerLiteral(value: string, datatype: string | undefined, language: string | undefined): Literal {
  if (language !== undefined && language !== "") return literal(value, { language: language.toLowerCase() });
  if (datatype === undefined || datatype === STRING || datatype === LANGUAGE_STRING) return literal(value);
  return literal(wholeYear(value, datatype), { datatype });
}

/** Virtuoso writes the year 44 before Christ as `-044`. */
function wholeYear(value: string, datatype: string): string {
  return datatype.startsWith(XSD) && /^-\d{3}(?:$|-)/u.test(value) && /(?:date|gYear)/u.test(datatype)
    ? `-0${value.slice(1)}`
    : value;
}

const answerBoolean = (value: boolean): Term => literal(String(value), { datatype: `${XSD}boolean` });

type Fields = Readonly<Record<string, unknown>>;

/** Reads SPARQL 1.1 results in JSON, with `triple` terms of SPARQL 1.2. @throws TripleStoreError `malformed` for the least deviation */
export function readJsonResults(text: string): SparqlAnswer {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const cut = /end of JSON|Unterminated|after array element|after property value/u.test(String(cause));
    throw malformedAnswer(cut ? "ends in the middle" : "is not valid JSON", cause);
  }
  const answer = fields(parsed, "is JSON, but no SPARQL result");
  if (typeof answer["boolean"] === "boolean")
    return { variables: ["answer"], rows: [[answerBoolean(answer["boolean"])]] };
  const variables = fields(answer["head"], "has no head")["vars"];
  const bindings = fields(answer["results"], "has no results")["bindings"];
  if (!Array.isArray(variables) || !variables.every((name) => typeof name === "string"))
    throw malformedAnswer("names no variables");
  if (!Array.isArray(bindings)) throw malformedAnswer("has no bindings");
  const known = new Set<string>(variables);
  const rows = bindings.map((binding) => {
    const row = fields(binding, "has a row that is none");
    for (const name of Object.keys(row))
      if (!known.has(name)) throw malformedAnswer(`binds ?${name}, which its head does not name`);
    return variables.map((name: string) => (row[name] === undefined ? undefined : readTerm(row[name])));
  });
  return { variables, rows };
}

function readTerm(value: unknown): Term {
  const { type, value: text, datatype, "xml:lang": language } = fields(value, "has a term that is none");
  if (type === "triple") {
    const { subject, predicate, object } = fields(text, "has a triple term that is none");
    const middle = readTerm(predicate);
    if (middle.kind !== "iri") throw malformedAnswer("has a triple term whose predicate is no IRI");
    return { kind: "triple", subject: readTerm(subject), predicate: middle, object: readTerm(object) };
  }
  if (typeof text !== "string") throw malformedAnswer("has a term without a value");
  switch (type) {
    case "uri":
      return iri(text);
    case "bnode":
      return { kind: "blank", value: text };
    case "literal":
    case "typed-literal":
      return answerLiteral(text, optionalText(datatype), optionalText(language));
    default:
      throw malformedAnswer(`has a term of the unknown type "${String(type).slice(0, 40)}"`);
  }
}

function optionalText(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  throw malformedAnswer("has a datatype or language that is no text");
}

function fields(value: unknown, otherwise: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformedAnswer(otherwise);
  return value as Fields;
}

/** What came back is no result. `what` completes "The server's answer …". */
export function malformedAnswer(what: string, cause?: unknown): TripleStoreError {
  return new TripleStoreError(
    { kind: "malformed", engineMessage: `The server's answer ${what}.` },
    {
      hint: "Check that the address is that of a SPARQL endpoint.",
      ...(cause === undefined ? {} : { cause }),
    },
  );
}

/** A result of the protocol, read whole. An ASK is one row with the variable `answer`. */
export interface SparqlAnswer {
  readonly variables: readonly string[];
  readonly rows: readonly (readonly (Term | undefined)[])[];
  /** Rows that the engine itself says it stopped at. */
  readonly rowLimit?: number;
}
