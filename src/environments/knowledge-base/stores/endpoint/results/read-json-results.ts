import { iri, type Term } from "../../../term/term.ts";
import { answerBoolean, answerLiteral } from "./answer-term.ts";
import { malformedAnswer } from "./malformed-answer.ts";
import type { SparqlAnswer } from "./sparql-answer.ts";

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
