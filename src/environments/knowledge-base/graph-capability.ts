import type { GraphCapability } from "../../environment/graph-capability.ts";
import { createGraphReader } from "./access/graph-reader.ts";
import { samePath } from "./access/path-text.ts";
import type { KnowledgeBaseServices } from "./knowledge-base-services.ts";
import { classTest } from "./program/class-test.ts";
import { parseProgram } from "./program/parse-program.ts";
import { takeApart } from "./program/take-apart.ts";

/** Programs beside the tools, for scorers and the oracle policy. */
export function graphCapability(services: KnowledgeBaseServices): GraphCapability {
  const { environment, names, store } = services;
  return {
    async takeApart(text, context) {
      const graph = createGraphReader(services, context, []);
      const { classes, predicates } = await graph.schema();
      const domains = new Map(predicates.map(({ predicate, subjectClass }) => [predicate, subjectClass]));
      const program = parseProgram(text, names, {
        isClass: classTest(
          store.vocabulary,
          classes.map((each) => each.class),
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
  };
}
