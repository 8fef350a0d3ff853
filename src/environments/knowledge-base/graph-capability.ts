import type { GraphCapability } from "../../environment/capabilities.ts";
import { createGraphReader, type GraphReader } from "./access/graph-reader.ts";
import { samePath } from "./access/path-names.ts";
import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import { triplesAround } from "./neighbourhood/triples-around.ts";
import { takeApart } from "./program/made-by-tools.ts";
import { parseProgram } from "./program/parse-program.ts";
import { classTest } from "./program/program.ts";
import { termNotation, withTermsNamed } from "./program/program-text.ts";
import type { Term } from "./term/term.ts";
import { distinctTerms } from "./tools/subject.ts";
import { identifierOf } from "./vocabulary/names.ts";

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
      const domains = new Map(
        predicates.map(({ predicate, subjectClasses }) => [predicate, subjectClasses.first[0]]),
      );
      const program = parseProgram(text, names, {
        isClass: classTest(
          store.vocabulary,
          classes.flatMap((each) => [each.class, ...(each.above ?? [])]),
        ),
        domainOf: (predicate) => domains.get(predicate),
      });
      const parts = await takeApart(program, names, {
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

/** Limit of entities with one label; no program means more. */
const MOST_LABELLED = 50;

async function entitiesLabelled(label: string, graph: GraphReader): Promise<readonly Term[]> {
  const { matches } = await graph.find(label, { limit: MOST_LABELLED, among: "entities" });
  return distinctTerms(matches.filter(({ name, alias }) => name === label && !alias)).map(({ term }) => term);
}
