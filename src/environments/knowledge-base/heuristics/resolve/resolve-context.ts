import type { GraphReader } from "../../access/graph-reader.ts";
import { type NamedPath, namePaths } from "../../access/path-names.ts";
import type { KnowledgeBaseServices } from "../../knowledge-base-services.ts";
import { programKey } from "../../program/program.ts";
import type { AttributeFacts, RelationFacts } from "../../store/triple-store.ts";
import { type PathSense, type SenseCache, senseOf } from "../lexicon/path-sense.ts";
import type { KnownWords } from "../linking/words.ts";
import type { Node } from "./node.ts";

/** What the rules look things up in, for one question. */
export interface ReadingSession {
  /** Id of the environment. */
  readonly environment: string;
  readonly services: KnowledgeBaseServices;
  readonly graph: GraphReader;
  readonly known: KnownWords;
  readonly senses: SenseCache;
}

/** A relation of a set, and what it means to walk along it. */
export interface MeantPath {
  readonly path: NamedPath<RelationFacts>;
  readonly sense: PathSense;
}

/** A phrase as a set of the knowledge base. */
export interface Resolved {
  readonly node: Node;
  /** What was stretched to get there. */
  readonly cost: number;
  /** What the last relation says of its end; of each where sets were intersected. */
  readonly ends: readonly PathSense[];
  readonly assumptions: readonly string[];
  /** Rules of the grammar that read it. */
  readonly rules?: readonly string[];
  /** The noun that stands before a name: *the actor* X. */
  readonly called?: string;
}

/** Why a phrase names no set, with the words of the question that are to blame. */
export interface Note {
  readonly reason: string;
  readonly words: readonly string[];
}

export interface ResolveContext extends ReadingSession {
  readonly notes: Note[];
  /** Asked so many times at most; false when it is used up. */
  spend(): boolean;
  relationsOf(node: Node): Promise<readonly MeantPath[]>;
  attributesOf(node: Node): Promise<readonly NamedPath<AttributeFacts>[]>;
}

const MOST_LOOKS = 400;

export function resolveContext(session: ReadingSession): ResolveContext {
  const { graph, senses, services } = session;
  const { names } = services;
  let looks = 0;
  const relations = new Map<string, Promise<readonly MeantPath[]>>();
  const spend = (): boolean => ++looks <= MOST_LOOKS;
  const read = async ({ program }: Node): Promise<readonly MeantPath[]> => {
    if (!spend()) return [];
    const paths = await namePaths(await graph.relations(program), graph, names);
    return paths.map((path) => ({ path, sense: senseOf(path, names, senses) }));
  };
  return {
    ...session,
    notes: [],
    spend,
    relationsOf(node) {
      const key = programKey(node.program);
      const made = relations.get(key) ?? read(node);
      relations.set(key, made);
      return made;
    },
    async attributesOf({ program }) {
      return spend() ? namePaths(await graph.attributes(program), graph, names) : [];
    },
  };
}
