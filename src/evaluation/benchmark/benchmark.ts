import type { Gold } from "../../agent/policies/oracle-policy.ts";
import type { RunResult } from "../../agent/run-options.ts";
import type { Environment } from "../../environment/environment.ts";
import type { PreviousRun } from "../../environment/task.ts";
import type { Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { ReferenceJudge } from "../judges/judge.ts";

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
  /** In what form alone a wrong answer is another than the gold, of the table of its kind. */
  readonly error?: string;
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

/** What an item is scored by. Each value lies between 0 and 1 unless `unit` says otherwise; the mean over items is what tables show. */
export interface Measure {
  /** As in records and on the command line: "ex", "f1". */
  readonly id: string;
  /** As in tables: "EX". */
  readonly name: string;
  /** One sentence: what it is, and where its definition stands. */
  readonly description: string;
  readonly unit: "share" | "count" | "ratio" | "grade";
  /** Id of a measure with whole numbers that reports draw it against. */
  readonly against?: string;
}

/** One item's scores by the ids of the measures. A measure that does not apply to the item is absent, and not in the mean. */
export type Scores = Readonly<Record<string, number>>;

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

/** One question of a benchmark, with everything that does not depend on who answers it. */
export interface BenchmarkTask {
  /** Different from all others of the set, and the same in every load of the same data; no `/`. */
  readonly id: string;
  /** Key of its place among the set's `places`. */
  readonly place: string;
  readonly question: string;
  /** BIRD's evidence. */
  readonly oracleKnowledge?: string;
  /** Of a follow-up question: the one before it, with what its right answer rests on. */
  readonly previous?: PreviousRun;
  /** Entities of the question as the benchmark links them, for `--entities gold`. Without an id, the name is the label of the entity. */
  readonly entities?: readonly { readonly name: string; readonly id?: string }[];
  /** By what tables are split: `{ difficulty: "simple", content: "yes" }`. */
  readonly groups: Readonly<Record<string, string>>;
  /** What the set's `score` compares with; never shown to a policy but the oracle. */
  readonly gold: JsonObject;
  /** How the oracle reaches the answer; absent where the tools' actions for it are not known. */
  readonly oracle?: Gold;
  /** What the simulated user answers from, where the data say which reading was meant. */
  readonly intended?: IntendedReading;
}

/** What the asker meant, in the benchmark's own terms. */
export interface IntendedReading {
  /** Names of the gold: tables, columns and values; relations and entities; operations. */
  readonly names: readonly string[];
  /** Values that the gold compares with, as written. */
  readonly values?: readonly string[];
  /** In a few words, for a question that offers no readings. */
  readonly answer?: string;
  /** What words of the question stand for, one statement each (BIRD's evidence); a person says the one that is asked about. */
  readonly explanations?: readonly string[];
  /** The question that the data say has to be asked; absent where the question is clear. */
  readonly needed?: string;
  /** To ask and to put it right by oneself are both right: a misspelled name. */
  readonly mayAsk?: boolean;
  /** The unclear words, and words of which a question about them holds one. Where it is absent, the data do not say what is unclear. */
  readonly words?: readonly string[];
}
