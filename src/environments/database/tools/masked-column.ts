import type { DatabaseServices } from "../database-services.ts";
import type { ColumnRef } from "../index/value-index.ts";
import type { ToolOutcome } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

const MOST_NAMED = 5;

/** The answer to a look into a masked column. */
export function maskedColumn(column: ColumnRef): ToolOutcome {
  return {
    failure: {
      code: "not-permitted",
      message: `${columnName(column)} is masked: its values are not shown or searched.`,
      part: { argument: "column", text: column.column },
      suggestions: [],
    },
  };
}

/** What a look for a value in all columns leaves out; undefined where no column is masked. */
export function maskedNote({ schema }: Pick<DatabaseServices, "schema">): string | undefined {
  const masked = schema.tables.flatMap(({ schema: home, name, columns }) =>
    columns
      .filter((column) => column.masked === true)
      .map((column) =>
        columnName({ ...(home === undefined ? {} : { schema: home }), table: name, column: column.name }),
      ),
  );
  if (masked.length === 0) return undefined;
  const more = masked.length > MOST_NAMED ? ` and ${masked.length - MOST_NAMED} more` : "";
  return `Masked, so not searched: ${masked.slice(0, MOST_NAMED).join(", ")}${more}.`;
}
