import type { Environment } from "../../environment/environment.ts";

/** Where tasks are asked: what it takes to open it, as JSON. Tasks with the same place share its environments. */
export interface Place {
  /** As on the command line: paths, URLs, samples. Mostly one. */
  readonly targets: readonly string[];
  /** Column descriptions of a database, in BIRD's layout. */
  readonly descriptionsFolder?: string;
  /** A preset's name or a vocabulary file, for knowledge bases. */
  readonly vocabulary?: string;
  /** Base URL of the API, in place of the document's. */
  readonly server?: string;
  /** `typed`: the API's document is served with made-up answers of the declared types, and any of its operations may be called. */
  readonly answers?: "typed";
}

/** A place's environments, open until it is closed. */
export interface OpenedPlace {
  /** In the order of the targets. */
  readonly environments: readonly Environment[];
  close(): Promise<void>;
}

/** Opens a place; given by whoever composes the program, since only that knows engines. */
export type OpenPlace = (place: Place, signal: AbortSignal) => Promise<OpenedPlace>;
