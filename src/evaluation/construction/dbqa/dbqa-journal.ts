import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { given } from "../../../util/given.ts";
import type { DbqaQuestion } from "../../benchmarks/dbqa/dbqa-benchmark.ts";
import { QUESTION_TYPES } from "../../judges/judge.ts";
import { type LineJournal, openLineJournal } from "../line-journal.ts";

const heading = z.strictObject({
  dataset: z.literal("dbqa"),
  /** Part of the ids of the runs that conclude. */
  build: z.string(),
  /** Prefix of the databases' names. */
  database: z.string().regex(/^[\w-]+$/u),
  /** Digest of the schema. */
  schema: z.string(),
  /** Digest of the given seeds, or the random seed of drawn ones. */
  seeds: z.string(),
});

type DbqaHeading = z.infer<typeof heading>;
export type DbqaJournal = LineJournal<DbqaHeading, DbqaEntry>;

/** Inputs that identify a build. */
interface DbqaBegun {
  readonly database: string;
  readonly schema: string;
  /** The text of the seeds, where they are given. */
  readonly seeds: string | undefined;
  readonly seed: number;
}

/** The journal of a set of long-form questions in its folder; without what it is begun with it has to be there. @throws FuxiError as `openLineJournal` */
export function openDbqaJournal(folder: string, begun?: DbqaBegun): DbqaJournal {
  const own = begun && {
    database: begun.database.replace(/[^\w-]+/gu, "-"),
    schema: digest(begun.schema),
    seeds: begun.seeds === undefined ? `drawn by ${begun.seed}` : digest(begun.seeds),
  };
  return openLineJournal(
    join(folder, "journal.jsonl"),
    { heading, entry: dbqaEntry },
    own && {
      begin: () => ({ dataset: "dbqa" as const, build: randomUUID(), ...own }),
      strange: (before) =>
        before.schema !== own.schema
          ? "it was begun with another schema"
          : before.seeds !== own.seeds
            ? "it was begun with other seeds"
            : undefined,
    },
  );
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Each question has a database of its own, as its records are made for it. */
export function databaseOf({ heading }: Pick<DbqaJournal, "heading">, item: string): string {
  return `${heading.database}-${item}`;
}

/** Words of a question, and the table or column (`table.column`) that they mean. */
export const entity = z.object({ words: z.string(), name: z.string() });
export type Entity = z.infer<typeof entity>;

const figure = z.strictObject({
  shown: z.string(),
  source: z.string().exactOptional(),
  verdict: z.string(),
});
const query = z.strictObject({
  name: z.string(),
  purpose: z.string(),
  sql: z.string(),
  /** Rows. */
  total: z.int(),
});

/** Results of the stages, in order (*Database question answering*, Section 2). */
const made = {
  control: z.strictObject({ question: z.string(), entities: z.array(entity) }),
  condense: z.strictObject({ question: z.string() }),
  /** By a person; `lost`: words for entities that an edited question no longer has. */
  confirm: z.strictObject({
    verdict: z.enum(["confirmed", "edited", "rejected"]),
    question: z.string(),
    lost: z.array(z.string()),
  }),
  conjecture: z.strictObject({ answer: z.string() }),
  construct: z.strictObject({
    statements: z.array(z.string()),
    rows: z.array(z.strictObject({ table: z.string(), rows: z.int() })),
  }),
  conclude: z.strictObject({
    answer: z.string(),
    /** Id of the run that came to it. */
    run: z.string(),
    queries: z.array(query),
    figures: z.array(figure),
  }),
  classify: z.strictObject({
    type: z.enum(QUESTION_TYPES),
    rationale: z.string(),
    /** What of the conjecture the records do not bear out; empty where they do. */
    contradiction: z.string(),
  }),
};

export type DbqaStage = keyof typeof made;
export type MadeBy<S extends DbqaStage> = z.infer<(typeof made)[S]>;

const common = {
  item: z.string(),
  /** The question. Results for another wording do not count. Absent for stages that write the question. */
  of: z.string().exactOptional(),
  /** The problem of a failed try. */
  problem: z.string().exactOptional(),
  /** Number of consecutive unreadable replies, after which the model is not asked again. */
  unread: z.int().exactOptional(),
};

const dbqaEntry = z.discriminatedUnion("stage", [
  z.strictObject({ ...common, stage: z.literal("control"), made: made.control.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("condense"), made: made.condense.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("confirm"), made: made.confirm.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("conjecture"), made: made.conjecture.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("construct"), made: made.construct.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("conclude"), made: made.conclude.exactOptional() }),
  z.strictObject({ ...common, stage: z.literal("classify"), made: made.classify.exactOptional() }),
]);

/** A line of the journal: one try of one stage on one item. */
export type DbqaEntry = z.infer<typeof dbqaEntry>;

type Made<S extends DbqaStage> = Extract<DbqaEntry, { readonly stage: S }> & { readonly made: MadeBy<S> };

/** The journal's entries of one item. */
export class ItemLog {
  readonly item: string;
  private readonly write: (entry: DbqaEntry) => void;
  private readonly entries: DbqaEntry[];

  constructor(item: string, done: readonly DbqaEntry[], write: (entry: DbqaEntry) => void) {
    this.item = item;
    this.write = write;
    this.entries = done.filter((entry) => entry.item === item);
  }

  append(entry: DbqaEntry): void {
    this.write(entry);
    this.entries.push(entry);
  }

  /** Tries of some stages on a wording of the question, in their order. */
  tries(stages: readonly DbqaStage[], of?: string): readonly DbqaEntry[] {
    return this.entries.filter((entry) => stages.includes(entry.stage) && entry.of === of);
  }

  /** Whether a stage is not tried again: after `most` tries, or after unreadable replies. */
  isSpent(stage: DbqaStage, of: string | undefined, most: number): boolean {
    const tries = this.tries([stage], of);
    return tries.length >= most || tries.at(-1)?.unread !== undefined;
  }

  /** The latest result of a stage for a wording of the question. */
  made<S extends DbqaStage>(stage: S, of?: string): MadeBy<S> | undefined {
    const isOf = (entry: DbqaEntry): entry is Made<S> =>
      entry.stage === stage && entry.of === of && entry.made !== undefined;
    return this.entries.findLast(isOf)?.made;
  }

  /** How many tries of some stages there were, of all wordings. */
  count(stages: readonly DbqaStage[]): number {
    return this.entries.filter(({ stage }) => stages.includes(stage)).length;
  }

  /** Distinct problems for the next try, without those of unreadable replies. */
  problems(stages: readonly DbqaStage[], of?: string): readonly string[] {
    const tries = this.tries(stages, of).filter(({ unread }) => unread === undefined);
    return [...new Set(tries.flatMap(({ problem }) => problem ?? []))];
  }

  /** The current question, and who vouches for it. Undefined if there is none. */
  question(): { readonly text: string; readonly by: "person" | "nobody" | "rejected" } | undefined {
    const said = this.made("confirm");
    if (said !== undefined)
      return { text: said.question, by: said.verdict === "rejected" ? "rejected" : "person" };
    const text = this.made("condense")?.question;
    return text === undefined ? undefined : { text, by: "nobody" };
  }
}

/** A journal as a set for `fuxi eval dbqa --data`, with its review file. */
export type DbqaSet = ReturnType<typeof dbqaSet>;

/** The finished part of the set. */
export function dbqaSet({ heading, done }: Pick<DbqaJournal, "heading" | "done">) {
  const logs = logsIn(done);
  const made = logs.flatMap((log) => madeOf(log, databaseOf({ heading }, log.item)));
  const open = logs.filter((log) => !made.some(({ review }) => review.id === log.item));
  const waiting = open.flatMap((log) => {
    const question = log.question();
    const isWaiting = question?.by === "nobody" && log.tries(["conjecture"], question.text).length === 0;
    return isWaiting ? [{ id: log.item, question: question.text }] : [];
  });
  return {
    questions: made.map(({ question }) => question),
    items: made.map(({ review }) => review),
    /** Questions that wait for a person's confirmation. */
    waiting,
    rejected: open
      .filter((log) => !waiting.some(({ id }) => id === log.item))
      .flatMap((log) => rejectionOf(log)),
  };
}

/** One for each item of a journal, in their order; they cannot be written to. */
export function logsIn(done: readonly DbqaEntry[]): readonly ItemLog[] {
  const items = [...new Set(done.map(({ item }) => item))];
  return items.map((item) => new ItemLog(item, done, () => {}));
}

/** A question of the set, with its history and notes for a reviewer. */
function madeOf(log: ItemLog, database: string) {
  const question = log.question();
  if (question === undefined || question.by === "rejected") return [];
  const { text } = question;
  const controlled = log.made("control");
  const conjecture = log.made("conjecture", text);
  const constructed = log.made("construct", text);
  const concluded = log.made("conclude", text);
  const classified = log.made("classify", text);
  if (!conjecture || !constructed || !concluded || !classified) return [];
  const { answer, queries, figures } = concluded;
  const { type, rationale, contradiction } = classified;
  const lost = log.made("confirm")?.lost ?? [];
  const made: DbqaQuestion = { id: log.item, question: text, db_id: database, type, answer };
  const review = {
    id: log.item,
    question: text,
    /** By a person; an edited question is. */
    confirmed: question.by === "person",
    /** As it was before it was condensed. */
    ...given({ controlled: controlled?.question, entities: controlled?.entities }),
    ...{ rationale, conjecture: conjecture.answer, rows: constructed.rows, queries, figures },
    notes: [
      ...(contradiction === "" ? [] : [`The records do not bear out the conjecture: ${contradiction}`]),
      ...(lost.length === 0 ? [] : [`The question no longer names: ${lost.join("; ")}.`]),
    ],
  };
  return [{ question: made, review }];
}

const ANSWERING = ["conjecture", "construct", "conclude", "classify"] as const;

/** The stage at which an item failed, and why. None if it is merely unfinished. */
function rejectionOf(
  log: ItemLog,
): readonly { readonly id: string; readonly stage: DbqaStage; readonly reasons: readonly string[] }[] {
  const question = log.question();
  if (question?.by === "rejected") {
    return [{ id: log.item, stage: "confirm", reasons: ["A person rejected it."] }];
  }
  const tries =
    question === undefined ? log.tries(["control", "condense"]) : log.tries(ANSWERING, question.text);
  const last = tries.at(-1);
  if (last?.problem === undefined) return [];
  const reasons = tries.flatMap(({ stage, problem }) =>
    problem !== undefined && stage === last.stage ? [problem] : [],
  );
  return [{ id: log.item, stage: last.stage, reasons }];
}
