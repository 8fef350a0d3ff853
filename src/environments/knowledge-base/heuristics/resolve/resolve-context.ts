import type { GraphReader } from "../../access/graph-reader.ts";
import { type NamedPath, namePaths } from "../../access/path-names.ts";
import type { KnowledgeBaseServices } from "../../knowledge-base-services.ts";
import { type Program, programKey, walked } from "../../program/program.ts";
import type { Term } from "../../term/term.ts";
import type { RelationFacts } from "../../triple-store/triple-store.ts";
import { type PathSense, type SenseCache, senseOf } from "../lexicon/path-sense.ts";
import type { KnownWords } from "../linking/words.ts";

/** Shared context of the rules for one question. */
export interface ReadingSession {
  /** Id of the environment. */
  readonly environment: string;
  readonly services: KnowledgeBaseServices;
  readonly graph: GraphReader;
  readonly known: KnownWords;
  readonly senses: SenseCache;
}

/** A relation of a set, with its English meaning. */
export interface MeantPath {
  readonly path: NamedPath<RelationFacts>;
  readonly sense: PathSense;
}

/** The reading chosen for words of the question. */
export type Taken =
  | { readonly is: "name"; readonly words: string; readonly term: Term }
  | {
      readonly is: "path";
      readonly words: string;
      readonly from: Program;
      readonly path: NamedPath<RelationFacts>;
    };

/** A phrase as a set of the knowledge base. */
export interface Resolved {
  readonly program: Program;
  /** In the order of the question. */
  readonly taken: readonly Taken[];
  /** The last relation, if the set is its result without further operations. */
  readonly path?: NamedPath<RelationFacts> | undefined;
  /** Cost of the reading: higher for less literal ones. */
  readonly cost: number;
  /** Senses of the last relation; several if sets were intersected. */
  readonly ends: readonly PathSense[];
  readonly assumptions: readonly string[];
  /** Rules of the grammar that were used. */
  readonly rules?: readonly string[];
  /** The noun before a name: *the actor* X. */
  readonly called?: string;
}

/** Why a phrase has no set, with the words of the question that cause it. */
export interface Note {
  readonly reason: string;
  readonly words: readonly string[];
}

export interface ResolveContext extends ReadingSession {
  readonly notes: Note[];
  /** Takes one query from the budget; false if the budget is used up. */
  spend(): boolean;
  relationsOf(program: Program): Promise<readonly MeantPath[]>;
}

const MOST_LOOKS = 400;

export function resolveContext(session: ReadingSession): ResolveContext {
  const { graph, senses, services } = session;
  const { names } = services;
  let looks = 0;
  const relations = new Map<string, Promise<readonly MeantPath[]>>();
  const spend = (): boolean => ++looks <= MOST_LOOKS;
  const read = async (program: Program): Promise<readonly MeantPath[]> => {
    if (!spend()) return [];
    const paths = await namePaths(await graph.relations(program), graph, names);
    return paths.map((path) => ({ path, sense: senseOf(path, names, senses) }));
  };
  return {
    ...session,
    notes: [],
    spend,
    relationsOf(program) {
      const key = programKey(program);
      const made = relations.get(key) ?? read(program);
      relations.set(key, made);
      return made;
    },
  };
}

/** Combines two sets, with the readings of both. */
export function combined(
  op: "intersection" | "difference",
  left: Resolved,
  { program, taken }: Pick<Resolved, "program" | "taken">,
): Resolved {
  return {
    ...left,
    program: { op, left: left.program, right: program },
    taken: [...left.taken, ...taken],
    path: undefined,
  };
}

/** Ends of a relation from a set. */
export function along({ program, taken }: Resolved, path: NamedPath<RelationFacts>, words: string) {
  return {
    program: walked(program, path.path),
    taken: [...taken, { is: "path", words, from: program, path } as const],
    path,
  };
}
