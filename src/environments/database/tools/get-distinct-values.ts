import { z } from "zod";
import { joined, type Marked, say, written } from "../../../environment/egress/marks.ts";
import { timeLeft } from "../act-limits.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { relevanceTo } from "../schema/question-words.ts";
import { cellLine, LONGEST_SHOWN, shownCell } from "./cell.ts";
import { defineTool, observe, type ToolCall, type ToolOutcome } from "./database-tool.ts";
import { type NamedColumn, searchableColumn } from "./named-column.ts";

import { columnName } from "./value-matches.ts";

/** Most values, and most characters of all values, that are shown without a `limit`. */
const DEFAULT_SHOWN = 50;
const DEFAULT_CHARACTERS = 600;
/** Most distinct values that are read to rank them by the question. */
const MOST_RANKED = 5000;

type Named = Exclude<NamedColumn, { readonly failure: object }>;

export const getDistinctValues = defineTool({
  name: "get_distinct_values",
  description:
    "Distinct values of a column with their rows counted. `like`: a LIKE pattern or part of the text, in any case; `limit`: 50 unless given.",
  group: "navigational",
  essential: true,
  input: z.strictObject({
    table: z.string(),
    column: z.string(),
    like: z.string().optional(),
    limit: z.int().min(0).optional(),
  }),
  output: z.object({
    total: z.int(),
    nulls: z.int(),
    values: z.array(z.object({ value: z.unknown(), count: z.int() })),
  }),
  async run({ table, column, like, limit }, call): Promise<ToolOutcome> {
    const named = searchableColumn(call.services, table, column);
    if (named.failure) return named;
    const most = Math.min(limit && limit > 0 ? limit : DEFAULT_SHOWN, call.context.limits.rows);
    const expression = comparable(named, call);
    const condition = like === undefined ? undefined : likeCondition(named, like, call);
    const { total, nulls } = await countValues(named, expression, condition, call);
    const values = await readValues(named, expression, condition, call);
    const ranked = total > most ? mostRelevant(values, call.state.question, most) : values;
    const shown = limit && limit > 0 ? ranked : withinCharacters(ranked, call.state.question);
    const filtered = like === undefined ? "" : say` like '${written(like)}'`;
    const text = say`${columnName(named.ref)}: ${total} distinct value${total === 1 ? "" : "s"}${filtered}${nulls > 0 ? say`, ${nulls} NULLs` : ""}`;
    const cut = total > shown.length;
    return {
      observation: observe(
        [
          say`${text}${cut ? say`; ${shown.length} shown, those near the question first` : ""}${shown.length > 0 ? ":" : "."}`,
          joined(
            shown.map((each) => say`${quoted(each)} (${each.count})`),
            ", ",
          ),
        ],
        {
          total,
          nulls,
          values: shown.map(({ value, count, length }) => ({ value: shownCell(value, length), count })),
        },
        {
          truncation: cut
            ? {
                what: "rows",
                shown: shown.length,
                total,
                howToSeeMore: howToSeeMore(like, limit, call.context.limits.rows),
              }
            : undefined,
        },
      ),
    };
  },
});

interface CountedValue {
  readonly value: SqlValue;
  readonly count: number;
  /** Length of the whole value, where only its beginning was read. */
  readonly length: number | undefined;
}

/** SQL that the engine can compare: not every engine compares JSON and similar types, but all compare their text. */
function comparable({ column, columnSql }: Named, { services }: ToolCall): string {
  const plain = column.affinity !== "json" && column.affinity !== "other";
  return plain || services.driver.dialect.comparesAcrossTypes
    ? columnSql
    : services.driver.dialect.toText(columnSql);
}

function likeCondition({ columnSql, column }: Named, like: string, { services }: ToolCall): string {
  const { dialect } = services.driver;
  // Engines disagree on the escape character, and in some a string literal reads a backslash itself.
  const pattern = like.replace(/\\[\\%_]|!/gu, (escaped) => `!${escaped.slice(-1)}`);
  const hasWildcard = /[%_]/u.test(pattern.replace(/!./gsu, ""));
  const text = column.affinity === "text" ? columnSql : dialect.toText(columnSql);
  const whole = dialect.stringLiteral(hasWildcard ? pattern : `%${pattern}%`);
  return `${dialect.likeIgnoringCase(text, whole)} ESCAPE '!'`;
}

/** What of `like` and `limit` can still narrow or widen the list. */
function howToSeeMore(like: string | undefined, limit: number | undefined, most: number): Marked {
  const ways = [
    ...(like === undefined ? [say`give \`like\``] : []),
    ...(limit === undefined ? [say`give \`limit\``] : limit < most ? [say`a higher \`limit\``] : []),
  ];
  return ways.length === 0 ? say`a narrower \`like\`` : joined(ways, ", or ");
}

async function countValues(
  { tableSql }: Named,
  expression: string,
  condition: string | undefined,
  call: ToolCall,
): Promise<{ total: number; nulls: number }> {
  const nulls = condition === undefined ? `COUNT(*) - COUNT(${expression})` : "0";
  const { rows } = await run(
    `SELECT COUNT(DISTINCT ${expression}), ${nulls} FROM ${tableSql}${condition ? ` WHERE ${condition}` : ""}`,
    1,
    call,
  );
  const [total, nullCells] = rows[0] ?? [];
  return { total: Number(total ?? 0), nulls: Number(nullCells ?? 0) };
}

async function readValues(
  { tableSql }: Named,
  expression: string,
  condition: string | undefined,
  call: ToolCall,
): Promise<readonly CountedValue[]> {
  const conditions = [`${expression} IS NOT NULL`, ...(condition ? [condition] : [])].join(" AND ");
  const { rows, cutCells = [] } = await run(
    `SELECT ${expression}, COUNT(*) FROM ${tableSql} WHERE ${conditions} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_RANKED}`,
    MOST_RANKED,
    call,
  );
  const lengths = new Map(cutCells.map(({ row, length }) => [row, length]));
  return rows.map(([value = null, count], at) => ({
    value,
    count: Number(count ?? 0),
    length: lengths.get(at),
  }));
}

async function run(sql: string, maxRows: number, { services, context }: ToolCall) {
  const milliseconds = Math.max(1, timeLeft(context));
  const bounds = { maxRows, maxCellLength: LONGEST_SHOWN, milliseconds, signal: context.signal };
  return services.driver.query(sql, [], bounds);
}

function mostRelevant(
  values: readonly CountedValue[],
  question: string | undefined,
  most: number,
): readonly CountedValue[] {
  const relevance = relevanceTo(question);
  return values
    .map((value) => ({ value, score: isWorded(value.value) ? relevance.score(value.value) : 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ value }) => value);
}

/** True for a text with letters. Numbers are not ranked: digits shared with the question mean nothing. */
function isWorded(value: SqlValue): value is string {
  return typeof value === "string" && /\p{L}/u.test(value);
}

function withinCharacters(
  values: readonly CountedValue[],
  question: string | undefined,
): readonly CountedValue[] {
  const size = (each: CountedValue) => quoted(each).length + 6;
  if (values.reduce((sum, each) => sum + size(each), 0) <= DEFAULT_CHARACTERS) return values;
  let left = DEFAULT_CHARACTERS;
  return mostRelevant(values, question, values.length).filter((each) => {
    left -= size(each);
    return left >= 0;
  });
}

function quoted({ value, length }: CountedValue): Marked {
  return typeof value === "string"
    ? say`'${cellLine(value, 80, length)}'`
    : cellLine(value, undefined, length);
}
