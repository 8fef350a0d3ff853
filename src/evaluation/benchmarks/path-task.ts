import type { BenchmarkTask } from "../benchmark/benchmark.ts";
import type { GoldMember } from "../scores/graph/score-graph.ts";

/** A question that follows relations from one entity, as MetaQA and PathQuestion have them. */
export interface GoldPath {
  /** The text that is the entity's label. */
  readonly entity: string;
  /** Names of relations, with `^` for the inverse. Empty if the data do not name them. */
  readonly relations: readonly string[];
}

const NAME = /^\^?[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u;

/**
 * The path as a program in the KBQA-Agent format. Undefined without a path, or if programs cannot write a relation's name.
 * `withoutStart`: whether the first entity is removed from the set after this relation.
 */
export function pathProgram(
  { entity, relations }: GoldPath,
  { withoutStart = () => false }: { readonly withoutStart?: (relation: string) => boolean } = {},
): string | undefined {
  if (relations.length === 0 || !relations.every((relation) => NAME.test(relation))) return undefined;
  const start = `(NAMED ${JSON.stringify(entity)})`;
  return relations.reduce((from, relation) => {
    const step = relation.startsWith("^") ? relation.slice(1) : `(R ${relation})`;
    const reached = `(JOIN ${step} ${from})`;
    return withoutStart(relation) ? `(DIFFERENCE ${reached} ${start})` : reached;
  }, start);
}

/** A question with answers that are texts of the knowledge base: labels of entities, or values. */
export interface PathQuestion extends GoldPath {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
}

export function pathTask(
  { id, question, entity, relations, answers }: PathQuestion,
  {
    place,
    hops,
    program,
  }: { readonly place: string; readonly hops: number; readonly program: string | undefined },
): BenchmarkTask {
  return {
    id: id.replaceAll("/", "_"),
    place,
    question,
    entities: [{ name: entity }],
    groups: { hops: String(hops) },
    gold: { answers },
    ...(program === undefined ? {} : { oracle: { program } }),
    intended: {
      names: [entity, ...relations.map((relation) => relation.replace(/^\^/u, ""))],
    },
  };
}

/** The gold of a task that `pathTask` made. */
export function textGold({ gold }: BenchmarkTask): readonly GoldMember[] {
  return (gold.answers as readonly string[]).map((text) => ({ text }));
}

const OPERATORS = new Set(
  "AND OR JOIN R COUNT ARGMAX ARGMIN NOT NAMED DIFFERENCE LT LE GT GE EQ NE TC NOW".split(" "),
);

/** Names in a program in the KBQA-Agent format (classes, relations, entities, values), each once. IRIs are cut to the part after the last slash or hash. */
export function namesOfProgram(program: string): readonly string[] {
  const names = [...program.matchAll(/<([^>]*)>|"([^"]*)"|([^\s()"<>]+)/gu)].map(
    ([, iri, text, word]) => iri?.replace(/^.*[/#]/u, "") ?? text ?? word?.replace(/^\^\^.*$/u, "") ?? "",
  );
  return [...new Set(names.filter((name) => name !== "" && !OPERATORS.has(name.toUpperCase())))];
}
