import type { GraphCapability } from "../../environment/capabilities.ts";
import { createGraphReader, type GraphReader } from "./access/graph-reader.ts";
import { samePath } from "./access/path-names.ts";

import { identifierOf } from "./access/term-name.ts";
import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import { triplesAround } from "./neighbourhood/triples-around.ts";
import { ListedForms } from "./program/listed-form.ts";
import { takeApart } from "./program/made-by-tools.ts";
import { parseProgram } from "./program/parse-program.ts";
import { classTest } from "./program/program.ts";

import { termNotation, withTermsNamed } from "./program/program-text.ts";

import type { Term } from "./term/term.ts";
import { distinctTerms } from "./tools/entity-named.ts";
import type { Names } from "./vocabulary/names.ts";

/** Programs beside the tools, for scorers and the oracle policy. */
export function graphCapability(services: KnowledgeBaseServices): GraphCapability {
  const { environment, names, store } = services;
  return {
    async takeApart(written, context) {
      const graph = createGraphReader(services, context, []);
      const text = await withTermsNamed(written, async (label) => {
        const [only, ...more] = await entitiesLabelled(label, graph);
        return only === undefined || more.length > 0 ? undefined : termNotation(only, names);
      });
      if (text === undefined) return undefined;
      const { classes, predicates } = await graph.schema();
      const domains = new Map(predicates.map(({ predicate, subjectClass }) => [predicate, subjectClass]));
      const program = parseProgram(text, names, {
        isClass: classTest(store.vocabulary, [
          ...classes.map((each) => each.class),
          ...(await classesAbove(text, names, graph)),
        ]),
        domainOf: (predicate) => domains.get(predicate),
      });
      const parts = await takeApart(await new ListedForms(graph).of(program), names, {
        joined: async (from, path) => (await graph.relations(from)).some((each) => samePath(each.path, path)),
      });
      if (parts === undefined) return undefined;
      const actions = parts.actions.map((use) => ({ environment, ...use }));
      return { actions, claim: parts.claim };
    },
    async named(label, context) {
      const terms = await entitiesLabelled(label, createGraphReader(services, context, []));
      return terms.map((term) => identifierOf(term, names));
    },
    triplesAround: (around, options, context) => triplesAround(around, options, { services, context }),
  };
}

/** More entities of one label than any program means. */
const MOST_LABELLED = 50;

async function entitiesLabelled(label: string, graph: GraphReader): Promise<readonly Term[]> {
  const { matches } = await graph.find(label, { limit: MOST_LABELLED, among: "entities" });
  return distinctTerms(matches.filter(({ name, alias }) => name === label && !alias)).map(({ term }) => term);
}

/** Names in a program that no entity is said to be an instance of, but of whose subclasses there are. */
async function classesAbove(text: string, names: Names, graph: GraphReader): Promise<readonly string[]> {
  const found: string[] = [];
  for (const atom of new Set(text.replace(/"[^"]*"/gu, " ").match(/[^\s()]+/gu) ?? [])) {
    const iri = names.iri(atom);
    if (iri === undefined) continue;
    const { size } = await graph.summarize({ op: "instances", class: iri });
    if (size > 0) found.push(iri);
  }
  return found;
}
