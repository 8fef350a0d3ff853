import type { DbqaEntry, DbqaStage, MadeBy } from "./dbqa-entry.ts";

type Made<S extends DbqaStage> = Extract<DbqaEntry, { readonly stage: S }> & { readonly made: MadeBy<S> };

/** What the journal has of one item. */
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

  /** Whether a stage is not tried further: it was `most` times, or the model's replies could not be read. */
  isSpent(stage: DbqaStage, of: string | undefined, most: number): boolean {
    const tries = this.tries([stage], of);
    return tries.length >= most || tries.at(-1)?.unread !== undefined;
  }

  /** What a stage made last of a wording of the question. */
  made<S extends DbqaStage>(stage: S, of?: string): MadeBy<S> | undefined {
    const isOf = (entry: DbqaEntry): entry is Made<S> =>
      entry.stage === stage && entry.of === of && entry.made !== undefined;
    return this.entries.findLast(isOf)?.made;
  }

  /** How many tries of some stages there were, of all wordings. */
  count(stages: readonly DbqaStage[]): number {
    return this.entries.filter(({ stage }) => stages.includes(stage)).length;
  }

  /** What whoever tries again is told: each thing once, and nothing of replies that could not be read. */
  problems(stages: readonly DbqaStage[], of?: string): readonly string[] {
    const tries = this.tries(stages, of).filter(({ unread }) => unread === undefined);
    return [...new Set(tries.flatMap(({ problem }) => problem ?? []))];
  }

  /** The question as it is by now, and who stands for it; undefined where none was made. */
  question(): { readonly text: string; readonly by: "person" | "nobody" | "rejected" } | undefined {
    const said = this.made("confirm");
    if (said !== undefined)
      return { text: said.question, by: said.verdict === "rejected" ? "rejected" : "person" };
    const text = this.made("condense")?.question;
    return text === undefined ? undefined : { text, by: "nobody" };
  }
}
