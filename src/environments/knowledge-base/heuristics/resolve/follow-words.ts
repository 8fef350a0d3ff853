import { namePaths, samePath } from "../../access/path-names.ts";
import type { Noun } from "../grammar/phrase.ts";
import { kindFits } from "../lexicon/kinds.ts";
import type { PathSense } from "../lexicon/path-sense.ts";
import { singular } from "../linking/lexical-edges.ts";
import { followNode, instancesNode } from "./node.ts";
import type { MeantPath, ResolveContext, Resolved } from "./resolve-context.ts";

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

const MOST_PATHS = 4;
/** Paths this much dearer than the best are not what is meant. */
const MARGIN = 0.1;
const UNLIKE = 0.15;

/** Relations of a set that fit some words, the cheapest and those nearly as cheap. */
export async function pathsFor(
  from: Resolved,
  costOf: (meant: MeantPath) => number | undefined,
  context: ResolveContext,
): Promise<readonly { readonly meant: MeantPath; readonly cost: number }[]> {
  const all = await context.relationsOf(from.node);
  const fitting = all.flatMap((meant) => {
    const cost = costOf(meant);
    return cost === undefined ? [] : [{ meant, cost: cost + unlike(from, meant.sense) }];
  });
  const least = Math.min(...fitting.map(({ cost }) => cost));
  return fitting
    .filter(({ cost }) => cost <= least + MARGIN)
    .sort((a, b) => a.cost - b.cost || (a.meant.path.text < b.meant.path.text ? -1 : 1))
    .slice(0, MOST_PATHS);
}

export function followed(from: Resolved, meant: MeantPath, cost: number, asked: string): Resolved {
  const said = sayReading(asked, meant);
  return {
    node: followNode(from.node, meant.path, asked),
    cost: from.cost + cost,
    ends: [meant.sense],
    assumptions: said === undefined ? from.assumptions : [...from.assumptions, said],
  };
}

/** What the noun before a name says does not go with where the relation starts: *the actor* X directed. */
function unlike({ called }: Resolved, sense: PathSense): number {
  if (called === undefined || sense.startNouns.has(called)) return 0;
  if (sense.starts === "" || kindFits(singular(called), sense.starts)) return 0;
  return UNLIKE;
}

/** Said where the words are not those of the relation itself. */
function sayReading(asked: string, { path }: MeantPath): string | undefined {
  const own = `${path.text} ${path.label}`.toLowerCase();
  const told =
    path.label === "" || path.text.includes(path.label) ? path.text : `${path.text} ("${path.label}")`;
  return asked !== "" && asked.split(" ").every((word) => own.includes(word))
    ? undefined
    : `"${asked}" was read as ${told}.`;
}
