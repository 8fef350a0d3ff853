import { llmPolicy } from "../../../agent/policies/llm-policy.ts";
import { sequential } from "../../../agent/strategies/long-form/long-form.ts";
import { plainText } from "../../../agent/strategies/long-form/report-text.ts";
import type { ActContext } from "../../../environment/act-context.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import type { Figure, LongFormAnswer } from "../../../trajectory/long-form-answer.ts";
import type { Outcome } from "../../../trajectory/outcome.ts";
import type { TrajectoryStore } from "../../../trajectory/trajectory-store.ts";
import { given } from "../../../util/given.ts";
import { carryRun, holdsForAll, mayGoOn } from "../../run/carry-run.ts";
import { askFormOf } from "../ask-form.ts";
import { type DbqaEntry, type DbqaJournal, databaseOf, ItemLog } from "./dbqa-journal.ts";
import type { QuestionSeed, SchemaTable } from "./schema.ts";
import {
  classify,
  conjecture,
  construct,
  entryOf,
  makeQuestion,
  type ScratchDatabase,
  type StageContext,
  type Tried,
} from "./stages.ts";

/** Maximum tries to write records; the later ones know what was wrong. */
const MOST_RECORDS = 4;
const RECORDS = ["construct", "conclude"] as const;

interface AnswerContext extends StageContext {
  /** Answers a question from the records. The same `attempt` is the same run, resumed after an interruption. */
  readonly conclude: (
    question: string,
    attempt: string,
    environment: Environment,
  ) => Promise<Tried<"conclude">>;
}

/** Makes an expected answer, records that support it, and the answer that really follows from them (*Database question answering*, Section 2.2). */
async function makeAnswer(
  question: string,
  database: string,
  log: ItemLog,
  context: AnswerContext,
): Promise<void> {
  const expected = await conjecture(question, log, context);
  if (expected === undefined) return;
  const { scratch } = context;
  // Records are rewritten if the engine refuses them, and if they do not answer the question.
  while (log.made("conclude", question) === undefined) {
    const last = log.tries(RECORDS, question).at(-1);
    const written = log.made("construct", question);
    if (written !== undefined && last?.made !== undefined) {
      // The database may have been removed, or filled for another wording since.
      scratch.fill(database, written.statements);
      const attempt = `${log.item}-${log.count(RECORDS)}`;
      const concluded = await scratch.use(database, (environment) =>
        context.conclude(question, attempt, environment),
      );
      log.append(entryOf(log, "conclude", question, concluded));
    } else if (!log.isSpent("construct", question, MOST_RECORDS)) {
      const before = last?.stage === "conclude" ? (written?.statements ?? []) : [];
      const wanted = { question, answer: expected, before };
      const made = await construct(wanted, database, context, log.problems(RECORDS, question));
      log.append(entryOf(log, "construct", question, made));
    } else return;
  }
  const answer = log.made("conclude", question)?.answer;
  if (answer !== undefined) await classify(question, { answer, expected }, log, context);
}

/** Seeds, schema, model and stores of a build. */
export interface BuildDbqaOptions extends Omit<ConcludeOptions, "model"> {
  readonly seeds: readonly QuestionSeed[];
  readonly tables: readonly SchemaTable[];
  readonly scratch: ScratchDatabase;
  readonly journal: DbqaJournal;
  /** Writes questions, records and answers. Asked again if a check fails. */
  readonly model: LanguageModel;
  /** Whether unconfirmed questions are answered, too. */
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
  const context = { ask: askFormOf(options), tables, scratch };
  const progress = told(options);
  const write = (entry: DbqaEntry): void => {
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

/** Number of stages without the person's. */
const STAGES = 6;

/** Reports the overall progress after each try. */
function told({ seeds, journal, onProgress }: BuildDbqaOptions): (entry: DbqaEntry) => void {
  return ({ item, stage, made }) => {
    const done = new Set(
      journal.done
        .filter((each) => each.stage !== "confirm" && each.made !== undefined)
        .map((each) => `${each.item} ${each.stage}`),
    );
    const share = Math.min(1, done.size / (STAGES * seeds.length));
    onProgress?.(`${item}: ${stage}${made === undefined ? ", once more" : ""}`, share);
  };
}

function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new FuxiError("cancelled", "The build was cancelled.");
}

interface ConcludeOptions {
  readonly model: LanguageModel;
  readonly act: ActContext;
  /** Stores the runs, so that an interrupted one is resumed. */
  readonly trajectories: TrajectoryStore;
  readonly onNotice?: (notice: string) => void;
}

/**
 * Has the question answered from the records that are really there, by `sequential`, whose figures are computed again from its queries (*Database question answering*,
 * Section 2.2: conclude). An answer with a figure that nothing bears out is none.
 *
 * @throws FuxiError `cancelled`, of the model where no other records can mend it, of the stores
 */
async function conclude(
  question: string,
  run: string,
  environment: Environment,
  { model, act, trajectories, onNotice }: ConcludeOptions,
): Promise<Tried<"conclude">> {
  const { outcome } = await carryRun({
    runId: run,
    task: { question },
    environments: [environment],
    strategy: sequential({ questions: false }),
    policy: llmPolicy({ model, ...given({ onNotice }) }),
    store: trajectories,
    artifacts: act.artifacts,
    principal: act.principal,
    actLimits: act.limits,
    signal: act.signal,
  });
  if (outcome.type !== "answered") return { problem: withoutAnswer(outcome) };
  const { report } = outcome;
  if (report === undefined) return { problem: "The answer is no report." };
  const found = report.queries.filter((query) => query.outcome === "rows");
  if (found.length === 0) return { problem: "No query finds anything in these records." };
  const figures = figuresOf(report);
  const unsupported = figures.filter(({ verdict }) => verdict === "unsupported");
  if (unsupported.length > 0) {
    const shown = unsupported.map((each) => each.shown).join(", ");
    return { problem: `Figures of the answer that no query of these records comes to: ${shown}.` };
  }
  return {
    made: {
      answer: answerText(report),
      run,
      queries: found.map(({ name, purpose, sql, total }) => ({ name, purpose, sql, total })),
      figures: figures.map(({ shown, source, verdict }) => given({ shown, source, verdict })),
    },
  };
}

/** The problem of a run without an answer. Throws errors that every other run would have, too. */
function withoutAnswer(outcome: Exclude<Outcome, { readonly type: "answered" }>): string {
  switch (outcome.type) {
    case "unanswerable":
      return `These records do not answer the question: ${outcome.reason}`;
    case "needs-clarification":
      return `The question is unclear: ${outcome.clarification.question}`;
    case "stopped":
      if (mayGoOn(outcome)) throw new FuxiError("cancelled", outcome.message);
      return `No answer came of these records: ${outcome.message}`;
    case "failed":
      if (mayGoOn(outcome) || holdsForAll(outcome.code))
        throw new FuxiError(outcome.code, outcome.message, given({ hint: outcome.hint }));
      return `No answer came of these records: ${outcome.message}`;
  }
}

function figuresOf({ summary, findings }: LongFormAnswer): readonly Figure[] {
  return [summary, ...findings.map(({ text }) => text)]
    .flat()
    .filter((piece) => typeof piece !== "string" && "verdict" in piece);
}

/** The report's text without title and headings. */
function answerText({ summary, findings }: LongFormAnswer): string {
  return [summary, ...findings.map(({ text }) => text)].map((text) => plainText(text, true)).join("\n\n");
}
