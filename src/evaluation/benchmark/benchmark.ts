import type { RunResult } from "../../agent/run-options.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Usage } from "../../model/usage.ts";
import type { ReferenceJudge } from "../judges/reference-judge.ts";
import type { BenchmarkTask } from "./benchmark-task.ts";
import type { Measure, Scores } from "./measure.ts";
import type { Place } from "./place.ts";

/** What `load` is told. Members that a benchmark knows nothing of are refused with `usage`. */
export interface LoadOptions {
  /** Folder of the data, in the layout of its publishers; absent for bundled sets. */
  readonly folder?: string;
  /** For sets with several: "dev", "mini-dev", "1hop", "tmdb". */
  readonly split?: string;
  /** For gold in several dialects, with the address of the server that holds the databases: "sqlite" unless given. */
  readonly dialect?: string;
  readonly server?: string;
  /** A SPARQL endpoint or RDF file, for sets whose knowledge base is elsewhere. */
  readonly endpoint?: string;
  /** How many times a right query and its gold are timed side by side, for R-VES (BIRD's evaluator: 100); not timed unless given. */
  readonly timings?: number;
  /** Id of who holds long-form answers against their references, for sets of such; without one the notes say what is not scored. */
  readonly judge?: string;
  /** The folder for samples and what is made of the data. */
  readonly cacheFolder: string;
}

/** A benchmark: how its data are read, and how an answer is scored. */
export interface Benchmark {
  /** As on the command line: "bird". */
  readonly name: string;
  /** One line for lists, with the source. */
  readonly title: string;
  /** In the order of tables; the first that is no count is what reports compare by. */
  readonly measures: readonly Measure[];
  /**
   * @throws FuxiError `usage` for options that it has not or a folder that was not given, `target-not-found` where a file is missing (with the layout that is
   * expected), `data-invalid` where one cannot be read
   */
  load(options: LoadOptions): Promise<BenchmarkSet>;
}

/** What a benchmark's data come to: questions, where they are asked, and how an answer to one is scored. */
export interface BenchmarkSet {
  /** In the data's order. */
  readonly tasks: readonly BenchmarkTask[];
  readonly places: Readonly<Record<string, Place>>;
  /** SHA-256 of each file that was read, by its path within the folder. */
  readonly checksums: Readonly<Record<string, string>>;
  /** What somebody who reads the figures has to know: questions left out and why, what is not the published set. */
  readonly notes: readonly string[];
  /** The same for who reads figures of the oracle: nobody else is concerned. */
  readonly oracleNotes?: readonly string[];
  score(answered: Answered, context: ScoreContext): Promise<Scored>;
}

/** A run that ended, whatever its outcome. */
export interface Answered {
  readonly task: BenchmarkTask;
  readonly run: Pick<RunResult, "outcome" | "events">;
}

/** What scoring may use. */
export interface ScoreContext {
  /** Those of the task's place. */
  readonly environments: readonly Environment[];
  readonly signal: AbortSignal;
  /** How long a query of the prediction, and one of the gold, may take; 30,000 as in BIRD's evaluator. */
  readonly milliseconds: number;
  /**
   * What the run kept aside of its answer, by the digest of the reference; without it, an answer that is not whole cannot be scored.
   * @throws FuxiError `artifact-missing`
   */
  readonly kept?: (sha256: string) => Promise<Uint8Array>;
  /** Holds long-form answers against their references; without one, what it measures is not scored. */
  readonly judge?: ReferenceJudge;
}

/** What scoring one answer gave. */
export interface Scored {
  readonly scores: Scores;
  /** What was scored, as it is shown beside the gold: the SQL, the program, the members. */
  readonly predicted?: string;
  /** Why it is what it is, where the scores do not say: "the prediction ran over 30 s"; what a judge gave as its reason. */
  readonly remark?: string;
  /** Where a judge was asked. */
  readonly judged?: Judged;
}

/** A judge's verdict on one answer, and what it took: that belongs to the judge and not to whoever answered. */
export interface Judged {
  /** Provider and model. */
  readonly by: string;
  /** "match", "no match", a grade of 1 to 5; absent where the judge could not be asked or no verdict could be read. */
  readonly verdict?: string;
  /** Why, in the judge's words; where there is no verdict, what kept it from one. */
  readonly rationale: string;
  readonly usage: Usage;
}
