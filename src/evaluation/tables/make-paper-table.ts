import { FuxiError } from "../../errors/fuxi-error.ts";
import { nearestNames } from "../../util/nearest-names.ts";
import { DBQA_TABLES } from "./dbqa-tables.ts";
import { entryNotes, settingsOf } from "./entry-notes.ts";
import { ITOOL_TABLES } from "./itool-tables.ts";
import { MIDDLEWARE_TABLE_D2 } from "./middleware-effort-table.ts";
import { MIDDLEWARE_TABLE_D3, MIDDLEWARE_TABLE_D4 } from "./middleware-model-tables.ts";
import { MIDDLEWARE_TABLE_1, MIDDLEWARE_TABLE_2 } from "./middleware-score-tables.ts";
import { entriesOf, type StoredRun } from "./our-entry.ts";
import type { PaperTable } from "./paper-table.ts";
import type { TableInput } from "./table-definition.ts";

const TABLES = [
  MIDDLEWARE_TABLE_1,
  MIDDLEWARE_TABLE_2,
  MIDDLEWARE_TABLE_D2,
  MIDDLEWARE_TABLE_D3,
  MIDDLEWARE_TABLE_D4,
  ...ITOOL_TABLES,
  ...DBQA_TABLES,
];

/** What `makePaperTable` can make, with one line for lists. */
export const PAPER_TABLES: readonly {
  readonly name: string;
  readonly title: string;
  /** Whose runs stand in it; none where it is about a set and not about answers. */
  readonly benchmarks: readonly string[];
}[] = TABLES.map(({ name, title, benchmarks }) => ({ name, title, benchmarks }));

export interface PaperTableInput {
  /** Runs whose figures stand beside the paper's; without any it is the paper's figures alone. */
  readonly runs?: readonly StoredRun[];
  /** Sets of ours that are counted beside the paper's, for the table about a set. */
  readonly sets?: TableInput["sets"];
}

/**
 * A table of a paper, with ours in it.
 * @throws FuxiError `usage` for a name that no table has, and for a run over another benchmark than the table's
 */
export function makePaperTable(name: string, { runs = [], sets = [] }: PaperTableInput = {}): PaperTable {
  const table = TABLES.find((each) => each.name === name);
  if (table === undefined) throw unknownTable(name);
  if (table.benchmarks.length === 0 && runs.length > 0) {
    throw new FuxiError(
      "usage",
      `The table ${name} counts the queries of a set, so that no run belongs in it.`,
      {
        hint: "Leave the run out.",
      },
    );
  }
  const entries = entriesOf(runs, table);
  return {
    name,
    title: table.title,
    source: table.source,
    parts: table.parts({ entries, sets }),
    notes: [
      ...table.notes,
      ...entries.flatMap((entry) =>
        entryNotes(entry, [...(table.differences?.(entry) ?? []), ...settingsOf(entry)]),
      ),
    ],
    commands: entries.length === 0 ? table.commands : [],
  };
}

function unknownTable(name: string): FuxiError {
  const names = TABLES.map((each) => each.name);
  const near = nearestNames(name, names, { limit: 3 }).map((each) => each.name);
  return new FuxiError("usage", `There is no table "${name}".`, {
    hint: `Take one of ${(near.length > 0 ? near : names).join(", ")}.`,
  });
}
