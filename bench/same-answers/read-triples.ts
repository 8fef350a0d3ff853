import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Parser, type Term as RdfTerm } from "n3";
import { iri, literal, type Term } from "../../src/environments/knowledge-base/term/term.ts";
import type { FixtureTriple } from "../../src/testing/triple-store-fixture.ts";

const DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal";
const STRING = "http://www.w3.org/2001/XMLSchema#string";

/**
 * Triples of a Turtle or N-Triples file, gzip or plain, each once, read by a parser that the product does not use for them. Decimals come in
 * their canonical spelling (`4`, not `4.0`), as servers keep no other.
 */
export function readTriples(file: string): readonly FixtureTriple[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const quads = new Parser({ format: "text/turtle" }).parse(text);
  const once = new Map<string, FixtureTriple>();
  for (const { subject, predicate, object } of quads)
    once.set(`${subject.id} ${predicate.id} ${object.id}`, [
      termOf(subject),
      termOf(predicate),
      termOf(object),
    ]);
  return [...once.values()];
}

function termOf(term: RdfTerm): Term {
  if (term.termType === "NamedNode") return iri(term.value);
  if (term.termType === "BlankNode") return { kind: "blank", value: term.value };
  if (term.termType !== "Literal") throw new Error(`${term.termType} is not read here`);
  if (term.language !== "") return literal(term.value, { language: term.language.toLowerCase() });
  const datatype = term.datatype.value;
  if (datatype === STRING) return literal(term.value);
  const value =
    datatype === DECIMAL ? term.value.replace(/(\.\d*?)0+$/u, "$1").replace(/\.$/u, "") : term.value;
  return literal(value, { datatype });
}
