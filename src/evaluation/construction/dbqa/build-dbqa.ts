import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import { askFormOf } from "../ask-form.ts";
import { type ConcludeOptions, conclude } from "./conclude.ts";
import type { DbqaTry } from "./dbqa-entry.ts";
import type { DbqaJournal } from "./dbqa-journal.ts";
import { ItemLog } from "./item-log.ts";
import { makeAnswer } from "./make-answer.ts";
import { makeQuestion } from "./make-question.ts";
import type { QuestionSeed } from "./question-seed.ts";
import type { SchemaTable } from "./schema-table.ts";
import type { ScratchDatabase } from "./scratch-database.ts";

/** What long-form questions are made of, and with which model. */
export interface BuildDbqaOptions extends Omit<ConcludeOptions, "model"> {
  readonly seeds: readonly QuestionSeed[];
  readonly tables: readonly SchemaTable[];
  readonly scratch: ScratchDatabase;
  readonly journal: DbqaJournal;
  /** Writes questions, records and answers; it is asked again where code finds something wrong. */
  readonly model: LanguageModel;
  /** Whether questions are answered that no person has confirmed. */
  readonly unconfirmed: boolean;
  /** One line, and the share that is done, 0 to 1. */
  readonly onProgress?: (text: string, share: number) => void;
}

/**
 * Makes long-form questions with answers and the records that bear them out (*Database question answering*, Section 2): control, condense and confirm; conjecture, construct
 * and conclude; classify. Everything is in the journal as it is made, and what is there is not made again. All questions are written first, so that a person can
 * look over them together.
 *
 * @throws FuxiError `cancelled`, of the model where no further try can mend it, `disk-full` and `store-unavailable` of journal, databases and stores
 */
export async function buildDbqa(options: BuildDbqaOptions): Promise<readonly ItemLog[]> {
  const { seeds, tables, scratch, journal, act, unconfirmed } = options;
  const context = { ask: askFormOf(options), tables, schema: scratch.schema, scratch };
  const progress = told(options);
  const write = (entry: DbqaTry): void => {
    journal.append(entry);
    progress(entry);
  };
  const logs = seeds.map(({ id }) => new ItemLog(id, journal.done, write));
  for (const [at, log] of logs.entries()) {
    stopIfCancelled(act.signal);
    const others = logs.flatMap((each) => (each === log ? [] : (each.question()?.text ?? [])));
    const seed = seeds[at];
    if (seed !== undefined) await makeQuestion(seed, log, others, context);
  }
  const answering = (question: string, attempt: string, environment: Parameters<typeof conclude>[2]) =>
    conclude(question, `dbqa-${journal.heading.build}-${attempt}`, environment, options);
  for (const log of logs) {
    stopIfCancelled(act.signal);
    const question = log.question();
    if (question === undefined || question.by === "rejected") continue;
    if (question.by === "nobody" && !unconfirmed) continue;
    const database = databaseOf(journal, log.item);
    await makeAnswer(question.text, database, log, { ...context, conclude: answering });
  }
  return logs;
}

/** Stages that a model takes part in: all but the person's. */
const STAGES = 6;

/** How far all items together are, after each try. */
function told({ seeds, journal, onProgress }: BuildDbqaOptions): (entry: DbqaTry) => void {
  return ({ item, stage, made }) => {
    const done = new Set(
      journal.done
        .filter((each) => each.stage !== "again" && each.stage !== "confirm" && each.made !== undefined)
        .map((each) => `${each.item} ${each.stage}`),
    );
    const share = Math.min(1, done.size / (STAGES * seeds.length));
    onProgress?.(`${item}: ${stage}${made === undefined ? ", once more" : ""}`, share);
  };
}

function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The build was cancelled.");
}

/** Each question has a database of its own, as its records are made for it. */
export function databaseOf({ heading }: Pick<DbqaJournal, "heading">, item: string): string {
  return `${heading.database}-${item}`;
}
