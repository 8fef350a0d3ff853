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

  problems(stages: readonly DbqaStage[], of?: string): readonly string[] {
    return this.tries(stages, of).flatMap(({ problem }) => problem ?? []);
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
