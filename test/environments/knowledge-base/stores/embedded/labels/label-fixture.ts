import { onTestFinished } from "vitest";
import type { LabelIndex } from "../../../../../../src/environments/knowledge-base/labels/stored-names.ts";
import {
  type LabelIndexOptions,
  openLabelIndex,
} from "../../../../../../src/environments/knowledge-base/stores/embedded/labels/open-label-index.ts";
import type { TripleTable } from "../../../../../../src/environments/knowledge-base/stores/embedded/triple-table.ts";
import { iri, literal, type Term } from "../../../../../../src/environments/knowledge-base/term/term.ts";
import type { StoreBounds } from "../../../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import type { Vocabulary } from "../../../../../../src/environments/knowledge-base/vocabulary/vocabulary.ts";
import { tableOf } from "../../../../../support/table-of.ts";

export const EX = "http://example.org/";
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";
const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const SKOS = "http://www.w3.org/2004/02/skos/core#";

export const VOCABULARY: Vocabulary = {
  name: "test",
  prefixes: { "": EX, rdfs: RDFS },
  label: [`${RDFS}label`],
  alias: [`${SKOS}altLabel`],
  type: [`${RDF}type`],
  subclass: [`${RDFS}subClassOf`],
  description: [],
  languages: ["en", "de"],
  mediators: { classes: [], prefixes: [`${EX}statement/`], unlabelled: false },
  hidden: [],
  attributes: {},
};

const PREDICATES: Readonly<Record<string, string>> = {
  a: `${RDF}type`,
  label: `${RDFS}label`,
  alias: `${SKOS}altLabel`,
  sub: `${RDFS}subClassOf`,
};

/** A triple a line: `heat label "Heat"@en`, `heat a Film`, `heat director mann`. */
export function triplesOf(lines: string): readonly (readonly [Term, Term, Term])[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [, subject = "", predicate = "", object = ""] = /^\s*(\S+) (\S+) (.*)$/u.exec(line) ?? [];
      return [nodeOf(subject), iri(PREDICATES[predicate] ?? EX + predicate), nodeOf(object)] as const;
    });
}

function nodeOf(text: string): Term {
  if (text.startsWith("_:")) return { kind: "blank", value: text.slice(2) };
  const written = /^"(.*)"(?:@(\S+))?$/u.exec(text);
  if (written === null) return iri(text.includes("://") || text.startsWith("urn:") ? text : EX + text);
  const [, value = "", language] = written;
  return literal(value, language === undefined ? {} : { language });
}

export const bounds: StoreBounds = { milliseconds: 60_000, signal: new AbortController().signal };

export function openIndex(table: TripleTable, options: Partial<LabelIndexOptions> = {}): LabelIndex {
  const index = openLabelIndex({ table, vocabulary: VOCABULARY, key: "test", dataVersion: "1", ...options });
  onTestFinished(() => index.close());
  return index;
}

export async function indexOf(lines: string, vocabulary: Vocabulary = VOCABULARY): Promise<LabelIndex> {
  return openIndex(await tableOf(triplesOf(lines)), { vocabulary });
}

/** `heat "Heat" exact`, an alias with a tilde. */
export async function found(
  index: LabelIndex,
  text: string,
  among: "entities" | "classes" = "entities",
  limit = 5,
): Promise<readonly string[]> {
  const { matches } = await index.find(text, { limit, among }, bounds);
  return matches.map(
    ({ term, name, alias, tier }) =>
      `${term.kind === "iri" ? term.value.replace(EX, "") : "_:"} ${alias ? "~" : ""}"${name}" ${tier}`,
  );
}
