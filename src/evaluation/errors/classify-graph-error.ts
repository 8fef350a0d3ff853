import { isDeepStrictEqual } from "node:util";
import type { ActContext } from "../../environment/act-context.ts";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { Answered, ScoreContext } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/configuration.ts";
import type { WithPlace } from "../run/run-item.ts";
import { isWithin } from "./is-within.ts";
import { RUN_ERRORS, runError } from "./run-errors.ts";

/**
 * What kinds of error an answer from a knowledge base can be: a closed table of our own. Of several that hold, the first of this order is told, so that a
 * kind further down says that nothing above it was seen.
 */
export const GRAPH_ERRORS = {
  ...RUN_ERRORS,
  "no-members": "The answer is words alone and rests on no set.",
  "empty-set": "The program gives no members at all.",
  "wrong-entity": "The program begins with another entity or value in the place of the gold's.",
  "wrong-function":
    "The program counts, or takes the largest or smallest, where the gold does not, or the other way round.",
  "wrong-direction": "The relations are the gold's, and one of them is followed the other way.",
  "missing-step": "A relation of the gold is not followed, and no other is.",
  "extra-step": "All relations of the gold are followed, and another as well.",
  "wrong-relation": "A relation is followed in the place of another.",
  "missing-constraint": "A set or a comparison that the gold narrows the answer by is not there.",
  "extra-constraint": "The answer is narrowed by a set or a comparison that the gold has not.",
  "wrong-attribute": "It is compared or sorted by another attribute.",
  "wrong-comparison": "A comparison is with another value, or another comparison.",
  "wrong-class": "Another class is taken.",
  "wrong-combination": "The same parts, put together in another way.",
  "same-program": "The program is the gold's, and the gold's members are others all the same.",
  "partly-right": "There is no gold program to compare with; some members are right.",
  "other-members": "There is no gold program to compare with; no member is right.",
} as const;

/** A key of `GRAPH_ERRORS`. */
export type GraphError = keyof typeof GRAPH_ERRORS;

/** What a program is made of, read off the actions that build it: names are as the knowledge base itself writes them. All sorted. */
interface ProgramShape {
  /** Entities and values that sets are made of. */
  readonly entities: readonly string[];
  /** `count`, `argmax`, `argmin`. */
  readonly functions: readonly string[];
  /** Each step of a path by itself, with `^` for the way back. */
  readonly relations: readonly string[];
  /** Of superlatives and comparisons. */
  readonly attributes: readonly string[];
  /** `gt 180` */
  readonly comparisons: readonly string[];
  readonly classes: readonly string[];
}

const FUNCTIONS = new Set(["count", "argmax", "argmin"]);

function programShape(actions: readonly Action[]): ProgramShape {
  const used = actions.filter(({ tool }) => tool !== "get_relations" && tool !== "get_attributes");
  const all = (...names: readonly string[]): string[] =>
    used.flatMap(({ arguments: given }) =>
      names.flatMap((name) => (given[name] === undefined ? [] : [String(given[name])])),
    );
  return {
    entities: all("variable", "variable1", "variable2")
      .filter((name) => !/^#\d+$/u.test(name))
      .sort(),
    functions: used.flatMap(({ tool }) => (FUNCTIONS.has(tool) ? [tool] : [])).sort(),
    relations: all("relation")
      .flatMap((path) => path.split("/"))
      .sort(),
    attributes: all("attribute").sort(),
    comparisons: used
      .flatMap(({ arguments: { comparison, value } }) =>
        comparison === undefined ? [] : [`${String(comparison)} ${String(value)}`],
      )
      .sort(),
    classes: all("class").sort(),
  };
}

/** In which of its parts a program with other members differs from the gold: the first that does, in the order of the table of kinds. */
function comparePrograms(predicted: readonly Action[], gold: readonly Action[]): GraphError {
  const [own, other] = [programShape(predicted), programShape(gold)];
  const kinds = (less: GraphError, more: GraphError, differs: GraphError) => ({ less, more, differs });
  const constraint = (differs: GraphError) => kinds("missing-constraint", "extra-constraint", differs);
  const all = (differs: GraphError) => kinds(differs, differs, differs);
  return (
    differing(own.entities, other.entities, constraint("wrong-entity")) ??
    differing(own.functions, other.functions, all("wrong-function")) ??
    differing(
      own.relations.map(forth),
      other.relations.map(forth),
      kinds("missing-step", "extra-step", "wrong-relation"),
    ) ??
    differing(own.relations, other.relations, all("wrong-direction")) ??
    differing(own.attributes, other.attributes, constraint("wrong-attribute")) ??
    differing(own.comparisons, other.comparisons, constraint("wrong-comparison")) ??
    differing(own.classes, other.classes, constraint("wrong-class")) ??
    (isDeepStrictEqual(predicted, gold) ? "same-program" : "wrong-combination")
  );
}

function forth(relation: string): string {
  return relation.replace(/^\^/u, "");
}

function differing(
  own: readonly string[],
  other: readonly string[],
  {
    less,
    more,
    differs,
  }: { readonly less: GraphError; readonly more: GraphError; readonly differs: GraphError },
): GraphError | undefined {
  const [isLess, isMore] = [isWithin(own, other), isWithin(other, own)];
  if (isLess && isMore) return undefined;
  if (isLess) return less;
  return isMore ? more : differs;
}

/**
 * What kind of error an answer from a knowledge base is, of `GRAPH_ERRORS`; undefined where its members are the gold's (`em`; `f1` where a set
 * scores no exact match). Decided from the record and, where both are known, from the two programs: the actions that build each are compared,
 * so that names are those of the knowledge base however a program writes them.
 * @throws FuxiError of the store
 */
export async function classifyGraphError(
  { task, run: { outcome } }: Answered,
  record: ItemRecord,
  withPlace: WithPlace,
): Promise<GraphError | undefined> {
  const { scores } = record;
  if ((scores.em ?? scores.f1) === 1) return undefined;
  const ended = runError(record);
  if (ended !== undefined) return ended;
  const evidence =
    outcome.type === "answered"
      ? outcome.evidence.findLast(({ program }) => program !== undefined)
      : undefined;
  if (evidence?.program === undefined) return "no-members";
  // Parts of a program that give nothing are left out of the actions that build it.
  if (scores.va === 0) return "empty-set";
  const predicted = evidence.program;
  const gold =
    task.oracle?.program ?? (typeof task.gold.program === "string" ? task.gold.program : undefined);
  if (gold === undefined) return byMembers(record);
  return await withPlace(async (context) => {
    const environment =
      context.environments.find(({ id }) => id === evidence.environment) ??
      context.environments.find(({ capabilities }) => capabilities.graph !== undefined);
    if (environment === undefined) return byMembers(record);
    const own = await actionsOf(predicted, environment, context);
    const other = await actionsOf(gold, environment, context);
    return own === undefined || other === undefined ? byMembers(record) : comparePrograms(own, other);
  });
}

function byMembers({ scores }: ItemRecord): GraphError {
  return (scores.f1 ?? 0) > 0 ? "partly-right" : "other-members";
}

/** Undefined where the program cannot be built with the tools, or its text is none. */
async function actionsOf(
  program: string,
  { capabilities: { graph } }: Environment,
  { signal, milliseconds }: ScoreContext,
): Promise<readonly Action[] | undefined> {
  const context: ActContext = {
    principal: { id: "evaluation" },
    signal,
    limits: { rows: 100, characters: 20_000, milliseconds },
    artifacts: NO_ARTIFACTS,
  };
  try {
    return (await graph?.takeApart(program, context))?.actions;
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "data-invalid") return undefined;
    throw error;
  }
}

async function noArtifacts(): Promise<never> {
  throw new FuxiError("internal", "A program that is taken apart wanted to keep an artifact.");
}

const NO_ARTIFACTS: ActContext["artifacts"] = {
  put: noArtifacts,
  get: noArtifacts,
  sweep: async () => 0,
  close: async () => {},
};
