import type { Usage } from "../../model/usage.ts";
import type { Judged } from "../benchmark/benchmark.ts";
import type { Scores } from "../benchmark/measure.ts";

/** Everything that reports need of one answered task, so that they can be rebuilt without a model: the result of one item of work. */
export interface ItemRecord {
  /** `configuration/task/repeat`. */
  readonly item: string;
  readonly configuration: string;
  readonly task: string;
  /** From 0. */
  readonly repeat: number;
  /** Of its trajectory. */
  readonly run: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly question: string;
  /** `answered`, `needs-clarification`, `unanswerable`, `stopped`, `failed`. */
  readonly outcome: string;
  /** The stop reason, or the code of the failure. */
  readonly reason?: string;
  readonly answer?: string;
  readonly predicted?: string;
  readonly gold?: string;
  readonly remark?: string;
  readonly scores: Scores;
  /** Code of what kept it from being scored. It is in no mean then, and whoever shows means says how many such items there are. */
  readonly unscored?: string;
  /** Where a judge was asked; what it took is not in `usage`. */
  readonly judged?: Judged;
  readonly usage: Usage;
  /** In the currency of the prices; absent where a price is not known. */
  readonly cost?: number;
  /** Replies of the policy. */
  readonly rounds: number;
  readonly actions: number;
  /** Failures of actions and refused answers, by code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Of the failures, those after which the next action of the same tool went through. */
  readonly repaired: number;
  /** The same by code; absent in records that were made before it was counted. */
  readonly repairedByCode?: Readonly<Record<string, number>>;
  /** Replies that were neither an action nor an answer. */
  readonly unusable: number;
  /** Of the run, without scoring and without waiting for a person. */
  readonly milliseconds: number;
  /** What kind of error it is, of the closed table of the environment's kind; absent where the item is right. */
  readonly error?: string;
  /** Present where a simulated user could be asked. */
  readonly asked?: {
    readonly questions: number;
    readonly needed: number;
    readonly relevant: number;
    /** Those that the user could answer; absent in records that were made before it was counted. */
    readonly answered?: number;
    /** Questions by the role that wanted to ask (Query when need, Table 6.2); absent where there are none. */
    readonly byRole?: Readonly<Record<string, { readonly relevant: number; readonly irrelevant: number }>>;
  };
}
