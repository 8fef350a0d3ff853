import { namePaths, samePath } from "../../access/path-names.ts";

import type { Noun } from "../grammar/phrase.ts";
import { followed } from "./follow-words.ts";
import { instancesNode } from "./node.ts";
import type { ResolveContext, Resolved } from "./resolve-context.ts";

const BY_RELATION = 0.08;
const MOST_RELATIONS = 3;

/** Everything that the noun names: a class, or all that a relation of that name leads to from the class that has it ("authors"). */
export async function allCalled(noun: Noun, context: ResolveContext): Promise<readonly Resolved[]> {
  const classes = context.known.classes.get(noun.key) ?? [];
  if (classes.length > 0) {
    return classes.map((each) => ({ node: instancesNode(each), cost: 0, ends: [], assumptions: [] }));
  }
  const found: Resolved[] = [];
  for (const { from, step } of await relationsCalled(noun, context)) {
    const start: Resolved = { node: instancesNode(from), cost: BY_RELATION, ends: [], assumptions: [] };
    const meant = (await context.relationsOf(start.node)).find(({ path }) => samePath(path.path, [step]));
    const cost = meant?.sense.nouns.get(noun.key);
    if (meant && cost !== undefined) found.push(followed(start, meant, cost, noun.text));
  }
  if (found.length === 0) {
    context.notes.push({ reason: `"${noun.text}" by itself names no class here.`, words: [noun.text] });
  }
  return found;
}

async function relationsCalled(noun: Noun, { graph, known, services, senseOf }: ResolveContext) {
  const { predicates } = await graph.schema();
  const classes = new Map([...known.classes.values()].flat().map((each) => [each.iri, each]));
  const paths = await namePaths(
    predicates.map(({ predicate, subjectClass }) => ({
      path: [{ predicate, inverse: false }],
      subjectClass,
    })),
    graph,
    services.names,
  );
  const called = paths.flatMap((path) => {
    const from = classes.get(path.facts.subjectClass ?? "");
    const [step] = path.path;
    return from && step && senseOf(path).nouns.has(noun.key) ? [{ from, step }] : [];
  });
  return called.slice(0, MOST_RELATIONS);
}
