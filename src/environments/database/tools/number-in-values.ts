import { type Marked, redacted, say } from "../../../environment/egress/marks.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import type { ValueMatch } from "../index/value-index.ts";
import { findTable, qualifiedTable } from "../schema/find-table.ts";
import { cellLine } from "./cell.ts";
import type { ToolCall } from "./database-tool.ts";
import { columnName } from "./value-matches.ts";

/** As many values of a column that only begin or end with the number are counted instead of listed. */
const MANY = 5;
const COUNT_MILLISECONDS = 500;

/** True for a search for digits alone. */
export function isNumber(value: string): boolean {
  return /^\s*\d+\s*$/u.test(value);
}

export interface CountedMatches {
  /** The matches that are listed. */
  readonly matches: readonly ValueMatch[];
  /** The first match of each group that is counted. */
  readonly examples: readonly ValueMatch[];
  /** `289 values of ticket.ticket_no end in -19, such as 'T-0007-19'.` */
  readonly lines: readonly Marked[];
}

/** Counts the values of a column that begin or end with the searched number: listed, they would hide what else was found. */
export async function countedByNumber(
  value: string,
  matches: readonly ValueMatch[],
  call: ToolCall,
): Promise<CountedMatches> {
  if (!isNumber(value)) return { matches, examples: [], lines: [] };
  const groups = Map.groupBy(matches, (match) => {
    const { verb, part } = affixOf(match.value, value.trim()) ?? { verb: "", part: "" };
    return `${columnName(match.column)} ${verb} ${part}`;
  });
  const listed: ValueMatch[] = [];
  const examples: ValueMatch[] = [];
  const lines: Marked[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    const affix = first && affixOf(first.value, value.trim());
    if (!affix || group.length < MANY) listed.push(...group);
    else {
      const count = (await countLike(first, affix.pattern, call)) ?? say`${group.length} or more`;
      const example = cellLine(first.value, 80);
      lines.push(
        say`${count} values of ${columnName(first.column)} ${affix.verb} ${redacted(affix.part)}, such as '${example}'.`,
      );
      examples.push(first);
    }
  }
  return { matches: matches.filter((match) => listed.includes(match)), examples, lines };
}

/** The number at the end or the beginning of a longer value, with the character that sets it off. */
function affixOf(text: string, number: string) {
  const isApart = (character: string | undefined) =>
    character !== undefined && /[^\p{L}\p{N}]/u.test(character);
  const [before, after] = [text.at(-number.length - 1), text[number.length]];
  if (text.endsWith(number) && isApart(before)) {
    const part = `${before}${number}`;
    return { verb: say`end in`, part, pattern: `%${escaped(part)}` };
  }
  if (!text.startsWith(number) || !isApart(after)) return undefined;
  const part = `${number}${after}`;
  return { verb: say`begin with`, part, pattern: `${escaped(part)}%` };
}

const escaped = (part: string): string => part.replace(/[!%_]/gu, "!$&");

/** Different values of a match's column that are like the pattern; undefined where that takes too long. */
async function countLike(
  { column: ref }: ValueMatch,
  pattern: string,
  { services, context }: ToolCall,
): Promise<number | undefined> {
  const { dialect } = services.driver;
  const table = findTable(services, ref.table, ref.schema);
  const column = dialect.identifier(ref.column);
  if (!table) return undefined;
  const condition = `${dialect.toText(column)} LIKE ${dialect.stringLiteral(pattern)} ESCAPE '!'`;
  const sql = `SELECT COUNT(DISTINCT ${column}) FROM ${qualifiedTable(services, table)} WHERE ${condition}`;
  const bounds = { maxRows: 1, milliseconds: COUNT_MILLISECONDS, signal: context.signal };
  const result = await unlessRefused(services.driver.query(sql, [], bounds), () => undefined);
  const [count = null] = result?.rows[0] ?? [];
  return count === null ? undefined : Number(count);
}
