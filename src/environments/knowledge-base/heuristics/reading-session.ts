import type { GraphReader } from "../access/graph-reader.ts";
import type { KnowledgeBaseServices } from "../knowledge-base-services.ts";
import type { SenseCache } from "./lexicon/path-sense.ts";
import type { KnownWords } from "./linking/known-words.ts";

/** What the rules look things up in, for one question. */
export interface ReadingSession {
  /** Id of the environment. */
  readonly environment: string;
  readonly services: KnowledgeBaseServices;
  readonly graph: GraphReader;
  readonly known: KnownWords;
  readonly senses: SenseCache;
}
