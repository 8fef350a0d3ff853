import type { Gold } from "../../agent/policies/oracle-policy.ts";
import type { PreviousRun } from "../../environment/task.ts";
import type { JsonObject } from "../../util/json.ts";

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
  /** Whether a reading has to be called by one of the names as a whole to be the meant one; else it is enough that it holds one. */
  readonly areWhole?: boolean;
  /** The same by which tables and columns they are of: of readings that are marked, the meant one is among them. */
  readonly marks?: readonly IntendedMark[];
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

/** A table, a column or a value, as the mark of a reading has it (`Reading.token`: `table`, `column`, `value`). */
export interface IntendedMark {
  /** In lower case; those that the column may be of, none where that is not known. */
  readonly tables: readonly string[];
  /** In lower case. */
  readonly column?: string;
  /** As written. */
  readonly value?: string;
}
