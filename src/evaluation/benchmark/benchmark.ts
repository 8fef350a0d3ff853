import type { Gold } from "../../agent/policies/oracle-policy.ts";
import type { RunResult } from "../../agent/run-options.ts";
import type { Environment } from "../../environment/environment.ts";
import type { PreviousRun } from "../../environment/task.ts";
import type { Usage } from "../../model/usage.ts";
import type { JsonObject } from "../../util/json.ts";
import type { ReferenceJudge } from "../judges/judge.ts";

/** Options of `load`. A benchmark refuses options that it does not know, with `usage`. */
export interface LoadOptions {
  /** Folder of the data, in the layout of its publishers; absent for bundled sets. */
  readonly folder?: string;
  /** For sets with several: "dev", "mini-dev", "1hop", "tmdb". */
  readonly split?: string;
  /** Dialect of the gold SQL ("sqlite" unless given), and the address of the server that holds the databases. */
  readonly dialect?: string;
  readonly server?: string;
  /** A SPARQL endpoint or RDF file, for sets whose knowledge base is elsewhere. */
  readonly endpoint?: string;
  /** Number of times that a right query and its gold are timed in turn, for R-VES (BIRD's evaluator: 100). Not timed unless given. */
  readonly timings?: number;
  /** Id of the judge that compares long-form answers with their references. Without one, the notes say what is not scored. */
  readonly judge?: string;
  /** The folder for samples and what is made of the data. */
  readonly cacheFolder: string;
}

/** A benchmark: reads its data and scores answers. */
export interface Benchmark {
  /** As on the command line: "bird". */
  readonly name: string;
  /** One line for lists, with the source. */
  readonly title: string;
  /** In the order of tables. Reports compare by the first measure that is not a count. */
  readonly measures: readonly Measure[];
  /**
   * @throws FuxiError `usage` for options that it has not or a folder that was not given, `target-not-found` where a file is missing (with the layout that is
   * expected), `data-invalid` where one cannot be read
   */
  load(options: LoadOptions): Promise<BenchmarkSet>;
}

/** A loaded benchmark: questions, the places where they are asked, and the scorer. */
export interface BenchmarkSet {
  /** In the data's order. */
  readonly tasks: readonly BenchmarkTask[];
  readonly places: Readonly<Record<string, Place>>;
  /** SHA-256 of each file that was read, by its path within the folder. */
  readonly checksums: Readonly<Record<string, string>>;
  /** Notes for readers of the figures: questions that are left out and why, differences from the published set. */
  readonly notes: readonly string[];
  score(answered: Answered, context: ScoreContext): Promise<Scored>;
}

/** A run that ended, whatever its outcome. */
export interface Answered {
  readonly task: BenchmarkTask;
  readonly run: Pick<RunResult, "outcome" | "events">;
}

/** Access of a scorer to the environments, and its limits. */
export interface ScoreContext {
  /** Those of the task's place. */
  readonly environments: readonly Environment[];
  readonly signal: AbortSignal;
  /** Time limit for each query of the prediction and of the gold; 30,000 as in BIRD's evaluator. */
  readonly milliseconds: number;
  /**
   * Reads an artifact of the run by its digest. Without it, only answers that fit into their preview can be scored.
   * @throws FuxiError `artifact-missing`
   */
  readonly kept?: (sha256: string) => Promise<Uint8Array>;
  /** Compares long-form answers with their references. Without one, its measures are not scored. */
  readonly judge?: ReferenceJudge;
}

/** Scores of one answer. */
export interface Scored {
  readonly scores: Scores;
  /** The scored prediction, shown beside the gold: the SQL, the program, the members. */
  readonly predicted?: string;
  /** Explanation of the scores, such as "the prediction ran over 30 s" or a judge's reason. */
  readonly remark?: string;
  /** Kind of error if a wrong answer differs from the gold in its form alone (docs/evaluation.md). */
  readonly error?: string;
  /** Where a judge was asked. */
  readonly judged?: Judged;
}

/** A judge's verdict on one answer, and the judge's own usage, which is not counted for the answer. */
export interface Judged {
  /** Provider and model. */
  readonly by: string;
  /** "match", "no match", or a grade of 1 to 5. Absent if the judge could not be asked or its reply could not be read. */
  readonly verdict?: string;
  /** The judge's reason, or why there is no verdict. */
  readonly rationale: string;
  readonly usage: Usage;
}

/** A measure of answers. Values lie between 0 and 1 unless `unit` says otherwise. Tables show the mean over questions. */
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
