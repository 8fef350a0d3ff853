import { iri, type Term } from "../../../term/term.ts";
import { answerBoolean, answerLiteral } from "./answer-term.ts";
import { malformedAnswer } from "./malformed-answer.ts";
import type { SparqlAnswer } from "./sparql-answer.ts";
import { parseXml, type XmlElement } from "./xml-elements.ts";

/** Reads SPARQL 1.1 results in XML. @throws TripleStoreError `malformed` */
export function readXmlResults(text: string): SparqlAnswer {
  const root = parseXml(text);
  if (root.name !== "sparql") throw malformedAnswer(`is XML, but <${root.name}> is no SPARQL result`);
  const boolean = child(root, "boolean")?.text.trim();
  if (boolean === "true" || boolean === "false")
    return { variables: ["answer"], rows: [[answerBoolean(boolean === "true")]] };
  const head = child(root, "head");
  const results = child(root, "results");
  if (head === undefined || results === undefined) throw malformedAnswer("has no head or no results");
  const variables = all(head, "variable").map((variable) => variable.attributes["name"] ?? "");
  const rows = all(results, "result").map((result) => {
    const row = new Map<string, Term>();
    for (const binding of all(result, "binding")) {
      const name = binding.attributes["name"] ?? "";
      if (!variables.includes(name)) throw malformedAnswer(`binds ?${name}, which its head does not name`);
      row.set(name, readTerm(binding.children[0]));
    }
    return variables.map((name) => row.get(name));
  });
  return { variables, rows };
}

function readTerm(element: XmlElement | undefined): Term {
  switch (element?.name) {
    case "uri":
      return iri(element.text);
    case "bnode":
      return { kind: "blank", value: element.text };
    case "literal":
      return answerLiteral(element.text, element.attributes["datatype"], element.attributes["xml:lang"]);
    case "triple": {
      const [subject, predicate, object] = ["subject", "predicate", "object"].map((name) =>
        readTerm(child(element, name)?.children[0]),
      ) as [Term, Term, Term];
      if (predicate.kind !== "iri") throw malformedAnswer("has a triple term whose predicate is no IRI");
      return { kind: "triple", subject, predicate, object };
    }
    default:
      throw malformedAnswer(`has a term of the unknown type "${element?.name ?? ""}"`);
  }
}

const child = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((each) => each.name === name);
const all = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((each) => each.name === name);
