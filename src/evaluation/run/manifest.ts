import type { JsonObject } from "../../util/json.ts";
import type { Configuration } from "./configuration.ts";

/** What a run is, written once when it begins: with it and the data anybody can do it again. */
export interface Manifest {
  readonly benchmark: string;
  readonly options: JsonObject;
  readonly configurations: readonly Configuration[];
  readonly repeats: number;
  /** How the tasks were chosen. */
  readonly sample?: { readonly size: number; readonly seed: number };
  readonly only?: readonly string[];
  /** How many were chosen. */
  readonly tasks: number;
  readonly checksums: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
  readonly versions: {
    readonly fuxi: string;
    readonly node: string;
    /** Of the databases, by the engine's name, as the first place that was opened told; empty where none is one. */
    readonly engines: Readonly<Record<string, string>>;
  };
  /** SHA-256 of the instructions of each configuration, as the first task's first request has them, by configuration. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Per million tokens, by model; a model that is absent has no known price. */
  readonly prices: Readonly<
    Record<string, { readonly input: number; readonly output: number; readonly cachedInput?: number }>
  >;
  readonly currency: string;
  /** Beside each other in one process. */
  readonly concurrency: number;
  readonly budget: { readonly tokens?: number; readonly cost?: number; readonly milliseconds?: number };
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}
