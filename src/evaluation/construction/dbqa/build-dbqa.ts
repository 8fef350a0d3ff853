import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import { askFormOf } from "../ask-form.ts";
import { type ConcludeOptions, conclude } from "./conclude.ts";
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
  const logs = seeds.map(({ id }) => new ItemLog(id, journal.done, journal.append));
  let steps = 0;
  const step = (log: ItemLog, what: string): void => {
    if (act.signal.aborted) throw new FuxiError("cancelled", "The build was cancelled.");
    options.onProgress?.(`${log.item}: ${what}`, steps / (2 * logs.length));
    steps += 1;
  };
  for (const [at, log] of logs.entries()) {
    step(log, "question");
    const others = logs.flatMap((each) => (each === log ? [] : (each.question()?.text ?? [])));
    const seed = seeds[at];
    if (seed !== undefined) await makeQuestion(seed, log, others, context);
  }
  const answering = (question: string, attempt: string, environment: Parameters<typeof conclude>[2]) =>
    conclude(question, `dbqa-${journal.heading.build}-${attempt}`, environment, options);
  for (const log of logs) {
    step(log, "answer");
    const question = log.question();
    if (question === undefined || question.by === "rejected") continue;
    if (question.by === "nobody" && !unconfirmed) continue;
    const database = databaseOf(journal, log.item);
    await makeAnswer(question.text, database, log, { ...context, conclude: answering });
  }
  return logs;
}

/** Each question has a database of its own, as its records are made for it. */
export function databaseOf({ heading }: Pick<DbqaJournal, "heading">, item: string): string {
  return `${heading.database}-${item}`;
}
