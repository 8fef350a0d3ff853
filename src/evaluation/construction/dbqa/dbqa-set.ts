import type { DbqaQuestion } from "../../benchmarks/dbqa/dbqa-benchmark.ts";
import { databaseOf } from "./build-dbqa.ts";
import type { DbqaEntry, DbqaStage, MadeBy } from "./dbqa-entry.ts";
import type { DbqaJournal } from "./dbqa-journal.ts";
import { ItemLog } from "./item-log.ts";

/** What stands beside a question of the set: how it came about, and what a person should look at. */
export interface DbqaReview {
  readonly id: string;
  readonly question: string;
  /** By a person; an edited question is. */
  readonly confirmed: boolean;
  /** As it was before it was condensed. */
  readonly controlled?: string;
  readonly entities?: MadeBy<"control">["entities"];
  readonly rationale: string;
  readonly conjecture: string;
  readonly rows: MadeBy<"construct">["rows"];
  /** What the answer's figures are computed from, again by whoever wants to. */
  readonly queries: MadeBy<"conclude">["queries"];
  readonly figures: MadeBy<"conclude">["figures"];
  readonly notes: readonly string[];
}

/** A journal, read as a set: what `fuxi eval dbqa --data` takes, and what stands beside it. */
export interface DbqaSet {
  readonly questions: readonly DbqaQuestion[];
  readonly items: readonly DbqaReview[];
  /** Questions that nobody has confirmed and that were not answered for that reason. */
  readonly waiting: readonly { readonly id: string; readonly question: string }[];
  readonly rejected: readonly {
    readonly id: string;
    readonly stage: DbqaStage;
    readonly reasons: readonly string[];
  }[];
}

/** The set as far as it is made. */
export function dbqaSet({ heading, done }: Pick<DbqaJournal, "heading" | "done">): DbqaSet {
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

function madeOf(
  log: ItemLog,
  database: string,
): readonly { readonly question: DbqaQuestion; readonly review: DbqaReview }[] {
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
  const review = {
    id: log.item,
    question: text,
    confirmed: question.by === "person",
    ...(controlled === undefined ? {} : { controlled: controlled.question, entities: controlled.entities }),
    ...{ rationale, conjecture: conjecture.answer, rows: constructed.rows, queries, figures },
    notes: [
      ...(contradiction === "" ? [] : [`The records do not bear out the conjecture: ${contradiction}`]),
      ...(lost.length === 0 ? [] : [`The question no longer names: ${lost.join("; ")}.`]),
    ],
  };
  return [{ question: { id: log.item, question: text, db_id: database, type, answer }, review }];
}

const ANSWERING = ["conjecture", "construct", "conclude", "classify"] as const;

/** Where it ended and why; none where it is only not done yet. */
function rejectionOf(log: ItemLog): DbqaSet["rejected"] {
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
