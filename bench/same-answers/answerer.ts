import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Parser, type Term as RdfTerm } from "n3";
import type { Program } from "../../src/environments/knowledge-base/program/program.ts";
import { createEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { TableBuilder } from "../../src/environments/knowledge-base/stores/embedded/table/table-builder.ts";
import type { TripleTable } from "../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { openEndpointStore } from "../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { iri, literal, type Term, termText } from "../../src/environments/knowledge-base/term/term.ts";
import type { TripleStore } from "../../src/environments/knowledge-base/triple-store/triple-store.ts";
import type { Vocabulary } from "../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import type { FixtureTriple } from "../../test/environments/knowledge-base/stores/triple-store-fixture.ts";
import { NO_LABELS } from "../environments.ts";

/** Something that says which terms a program gives. */
export interface Answerer {
  readonly name: string;
  /** Texts of the terms, in order; blank nodes without their labels, which are every store's own. */
  members(program: Program): Promise<readonly string[]>;
  close(): Promise<void>;
}

const MOST = 1_000_000;
const MILLISECONDS = 60_000;

function storeAnswerer(name: string, store: TripleStore): Answerer {
  return {
    name,
    async members(program) {
      const bounds = { milliseconds: MILLISECONDS, signal: new AbortController().signal };
      const { terms, complete } = await store.members(program, { limit: MOST }, bounds);
      if (!complete) throw new Error(`more than ${MOST} members`);
      return terms.map((term) => (term.kind === "blank" ? "_:" : termText(term))).sort();
    },
    close: () => store.close(),
  };
}

export async function tableOf(triples: readonly FixtureTriple[]): Promise<TripleTable> {
  const builder = new TableBuilder();
  for (const [subject, predicate, object] of triples)
    if (predicate.kind === "iri") builder.addTerms(subject, predicate, object);
  return builder.finish({ signal: new AbortController().signal });
}

export function embeddedAnswerer(table: TripleTable, vocabulary: Vocabulary): Answerer {
  const store = createEmbeddedStore({
    table,
    vocabulary,
    labelSearch: NO_LABELS,
    name: "bench",
    key: "bench",
    dataVersion: "1",
  });
  return storeAnswerer("embedded", store);
}

/** A server through the endpoint store. */
export async function endpointAnswerer(
  name: string,
  url: string,
  vocabulary: Vocabulary,
  defaultGraphs: readonly string[] = [],
): Promise<Answerer> {
  const { signal } = new AbortController();
  return storeAnswerer(name, await openEndpointStore({ url, vocabulary, defaultGraphs, signal }));
}
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
