import type { Finding } from "../../../environment/tool-failure.ts";
import { nearestNames } from "../../../util/nearest-names.ts";
import { isMendable } from "../access/store-failure.ts";
import { KNOWN_PREFIXES } from "../sparql/admit/known-prefixes.ts";
import { isWord, type SparqlToken, sparqlTokens } from "../sparql/admit/sparql-tokens.ts";
import { createNames } from "../vocabulary/names.ts";
import type { ToolCall } from "./knowledge-base-tool.ts";

const SUGGESTIONS = 3;
const MOST_NAMES = 5;
/** The rows are there already: the reason may take only a part of the time. */
const SHARE = 0.5;

interface Named {
  readonly written: string;
  readonly iri: string;
  /** What stands behind it, where that is a text. */
  readonly text?: string;
}

/** What a query without rows names that the graph does not hold, and texts where the graph has entities. Nothing is said that is not sure. */
export async function whyNoRows(query: string, call: ToolCall): Promise<readonly Finding[]> {
  try {
    const { predicates, classes } = await call.graph.schema();
    const facts = new Map(predicates.map((each) => [each.predicate, each]));
    const known = [...facts.keys(), ...classes.map((each) => each.class)];
    const findings: Finding[] = [];
    for (const named of namesIn(query, call)) {
      const { text, written, iri } = named;
      if (text !== undefined && facts.get(iri)?.objectKind === "entities")
        findings.push(entities(written, text));
      else if (!known.includes(iri) && !(await occurs(iri, call))) findings.push(nowhere(named, known, call));
    }
    return findings;
  } catch (error) {
    if (isMendable(error)) return [];
    throw error;
  }
}

/** The IRIs of the query's patterns, each once, as they are written. */
function namesIn(query: string, { services }: ToolCall): readonly Named[] {
  const tokens = sparqlTokens(query);
  const declared: Record<string, string> = {};
  const patterns: SparqlToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [token, prefix, namespace] = tokens.slice(at, at + 3);
    if (isWord(token, "PREFIX"))
      declared[(prefix?.text ?? "").replace(/:$/u, "")] = (namespace?.text ?? "").slice(1, -1);
    if (isWord(token, "PREFIX")) at += 2;
    else if (isWord(token, "BASE", "FROM")) at += 1;
    // The datatype of a literal occurs nowhere by itself.
    else if (token?.text === "^^") at += 1;
    else if (token !== undefined) patterns.push(token);
  }
  const names = createNames({
    ...services.store.vocabulary,
    prefixes: { ...KNOWN_PREFIXES, ...services.store.vocabulary.prefixes, ...declared },
  });
  const found = new Map<string, Named>();
  for (const [at, { kind, text: written }] of patterns.entries()) {
    const iri = kind === "prefixed" || kind === "iri" ? names.iri(written) : undefined;
    if (iri === undefined) continue;
    const after = patterns[at + 1];
    const text = after?.kind === "string" ? { text: after.text } : {};
    found.set(`${iri} ${text.text}`, { written, iri, ...text });
  }
  return [...found.values()].slice(0, MOST_NAMES);
}

async function occurs(iri: string, { graph, services }: ToolCall): Promise<boolean> {
  const term = `<${iri}>`;
  for (const pattern of [`?s ${term} ?o`, `${term} ?p ?o`, `?s ?p ${term}`]) {
    const { rows } = await services.store.query(
      `SELECT * WHERE { ${pattern} } LIMIT 1`,
      { maxRows: 1 },
      graph.bounds(SHARE),
    );
    if (rows.length > 0) return true;
  }
  return false;
}

function nowhere({ written, iri }: Named, known: readonly string[], { services }: ToolCall): Finding {
  const { names } = services;
  const byLocal = new Map(known.map((each) => [localName(each), each]));
  const near = nearestNames(localName(iri), [...byLocal.keys()], { limit: SUGGESTIONS });
  return {
    code: "no-match",
    message: `${written} is nowhere in this knowledge base.`,
    part: { argument: "query", text: written },
    suggestions: near.map(({ name }) => ({
      text: names.short(byLocal.get(name) ?? name),
      replaces: written,
    })),
  };
}

function entities(written: string, text: string): Finding {
  return {
    code: "no-match",
    message: `${written} leads to entities, not to texts like ${text}: name the entity (find_entities), or compare its label.`,
    part: { argument: "query", text },
    suggestions: [],
  };
}

const localName = (iri: string): string => /[^/#:]*$/u.exec(iri)?.[0] ?? iri;
