import { nameWords } from "../../../../util/name-words.ts";
import { valueMeanings } from "../../check/value-advice.ts";
import type { DatabaseServices } from "../../database-services.ts";
import type { ColumnSchema } from "../../schema/database-schema.ts";
import type { ValueLinkWord } from "./link.ts";
import { nameLikeness } from "./name-likeness.ts";

/** Columns that answer yes or no, when these words name what they ask: "bar" for `has_bar`, "accessible" for `accessible`. */
export function flagsNamed(asked: readonly string[], services: DatabaseServices): readonly ValueLinkWord[] {
  return services.schema.tables.flatMap((table) =>
    table.columns.flatMap((column): readonly ValueLinkWord[] => {
      const yes = yesOf(column);
      if (yes === undefined) return [];
      const words = nameWords(column.name).filter((word) => word !== "is" && word !== "has");
      const likeness = nameLikeness(asked, words);
      if (likeness < 0.9) return [];
      const note = `Took "${asked.join(" ")}" as ${table.name}.${column.name} = ${yes}.`;
      return [{ kind: "value", table, column, values: [yes], score: 0.95 * likeness, how: "flag", note }];
    }),
  );
}

/** How the column writes yes, where it is described or declared as one of yes and no. */
export function yesOf(column: ColumnSchema): string | undefined {
  if (column.affinity === "boolean" && column.declaredType.toLowerCase() === "boolean") return "true";
  const meanings = valueMeanings(column);
  const named = (wanted: RegExp) => meanings.find(({ meaning }) => wanted.test(meaning.trim()))?.value;
  return named(/^(no|false)\b/iu) === undefined ? undefined : named(/^(yes|true)\b/iu);
}
