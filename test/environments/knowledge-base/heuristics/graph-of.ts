import { iri, literal, type Term } from "../../../../src/environments/knowledge-base/term/term.ts";
import type { Vocabulary } from "../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";

type Triple = readonly [Term, Term, Term];

const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XSD = "http://www.w3.org/2001/XMLSchema#";
const NODES = "http://made.example/";
const RELATIONS = "http://made.example/has/";

export const MADE_VOCABULARY: Vocabulary = {
  name: "made",
  prefixes: { "": RELATIONS, m: NODES },
  label: [`${RDFS}label`],
  alias: [],
  type: [`${RDF}type`],
  subclass: [`${RDFS}subClassOf`],
  description: [],
  languages: ["en", ""],
  mediators: { classes: [], prefixes: [], unlabelled: true },
  hidden: [`${RDFS}label`, `${RDF}type`],
  attributes: {},
};

/**
 * Triples of lines like `Bern | capital of | Swissland` (nodes by their names), `Bern a City`, `Bern | population | 140000`. A name may end with
 * `@2` to be another node with the same label; `_x` is a node without one.
 */
export function graphOf(text: string): readonly Triple[] {
  const triples = new Map<string, Triple>();
  const add = (...triple: Triple) => triples.set(JSON.stringify(triple), triple);
  const node = (name: string): Term => {
    const term = iri(NODES + encodeURIComponent(name.replaceAll(" ", "_")));
    if (!name.startsWith("_"))
      add(term, iri(`${RDFS}label`), literal(name.replace(/@\d+$/u, ""), { language: "en" }));
    return term;
  };
  const value = (written: string): Term => {
    if (/^\d{4}-\d{2}-\d{2}$/u.test(written)) return literal(written, { datatype: `${XSD}date` });
    if (/^\d{4}y$/u.test(written)) return literal(written.slice(0, 4), { datatype: `${XSD}gYear` });
    if (/^\d+(\.\d+)?$/u.test(written)) return literal(written, { datatype: `${XSD}decimal` });
    return node(written);
  };
  for (const line of text
    .split("\n")
    .map((each) => each.trim())
    .filter(Boolean)) {
    const typed = /^(.+) a ([A-Z]\w*)$/u.exec(line);
    if (typed?.[1] && typed[2]) {
      const type = iri(NODES + typed[2]);
      add(type, iri(`${RDFS}label`), literal(typed[2].toLowerCase(), { language: "en" }));
      for (const name of typed[1].split(", ")) add(node(name), iri(`${RDF}type`), type);
      continue;
    }
    const [subject = "", relation = "", objects = ""] = line.split("|").map((part) => part.trim());
    for (const object of objects.split(", ")) {
      add(node(subject), iri(RELATIONS + relation.replaceAll(" ", "_")), value(object));
    }
  }
  return [...triples.values()];
}
