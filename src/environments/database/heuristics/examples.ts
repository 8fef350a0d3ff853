import { readTokens } from "../../../util/english/tokens.ts";
import { nameWords } from "../../../util/name-words.ts";
import { pluralOf } from "../../../util/plural.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type CompileContext, TookTooLong } from "./compile/compile-context.ts";
import { readLinks } from "./lexicon/link-table.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { type LinkedQuestion, readAttempt } from "./read-attempt.ts";

const MOST = 2;
const MOST_TRIED = 8;
const LONGEST_VALUE = 40;

/** Up to two similar questions that the rules answer on these tables; each was tried. */
export async function answerableExamples(
  linked: LinkedQuestion | undefined,
  context: CompileContext,
): Promise<readonly string[]> {
  const found: string[] = [];
  try {
    for (const question of (await candidates(linked, context)).slice(0, MOST_TRIED)) {
      context.checkTime();
      const words = readTokens(question);
      const links = await readLinks(question, words, context.services, context.act.signal);
      const { choice } = await readAttempt({ question, words, links }, [], context);
      if (choice?.chosen) found.push(question);
      if (found.length === MOST) break;
    }
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
  }
  return found;
}

/** Questions about the tables that this one touches, else about those with a name column, which others only join. */
async function candidates(
  linked: LinkedQuestion | undefined,
  context: CompileContext,
): Promise<readonly string[]> {
  const links = (linked?.words ?? []).flatMap(
    (_, at) => linked?.links.from(at).flatMap((each) => each.links) ?? [],
  );
  const all = context.services.schema.tables
    .filter(({ kind }) => kind === "table")
    .toSorted((a, b) => Number(namingColumns(b).length > 0) - Number(namingColumns(a).length > 0));
  const questions: string[] = [];
  for (const table of [...new Set([...links.map((link) => link.table), ...all])].slice(0, 2)) {
    const rows = severalOf(spoken(table.name));
    const meant = links.flatMap((link) =>
      link.kind !== "table" && link.table === table ? [link.column] : [],
    );
    const columns = [...new Set([...meant, ...table.columns])].filter((column) => !isKey(table, column));
    const figure = columns.find(
      ({ affinity, name }) => ["integer", "real", "decimal"].includes(affinity) && !isNumbering(name),
    );
    const [name] = namingColumns(table);
    const text = columns.find(
      (column) => column.affinity === "text" && !namingColumns(table).includes(column),
    );
    const value = text && (await commonValue(table, text, context));
    if (text && value !== undefined)
      questions.push(`${name ? "Which" : "How many"} ${rows} have ${spoken(text.name)} ${value}?`);
    if (figure) questions.push(`What is the average ${spoken(figure.name)} of ${rows}?`);
    questions.push(`How many ${rows} are there?`);
  }
  return questions;
}

/** "films" for `film`; names that are no English singular stay as they are. */
function severalOf(one: string): string {
  return /^[a-z ]*[a-rt-z]$/u.test(one) ? pluralOf(one) : one;
}

/** Numbers that only identify, order or date rows: their average is meaningless. */
function isNumbering(name: string): boolean {
  return /(?:^|[ _\p{Ll}])(?:id|no|nr|number|nummer|code|key|zip|phone|year|jahr|founded|order|rank|position|sequence|seq|index|place)$/iu.test(
    name,
  );
}

function spoken(name: string): string {
  return /[_\p{Ll}](?=\p{Lu})|_/u.test(name) ? nameWords(name).join(" ") : name;
}

function isKey(table: TableSchema, { name, primaryKeyPosition }: ColumnSchema): boolean {
  return primaryKeyPosition !== undefined || table.foreignKeys.some(({ columns }) => columns.includes(name));
}

/** The column's most frequent value, as a question may contain it; undefined for long texts and blanks. */
async function commonValue(
  table: TableSchema,
  { name }: ColumnSchema,
  { services, ask }: CompileContext,
): Promise<string | undefined> {
  const column = services.driver.dialect.identifier(name);
  const sql = `SELECT ${column} FROM ${qualifiedTable(services, table)} WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY COUNT(*) DESC, ${column} LIMIT 1`;
  const [row] = await ask(sql, [], 1);
  const value = String(row?.[0] ?? "").trim();
  if (value === "" || value.length > LONGEST_VALUE || /["\n]/u.test(value)) return undefined;
  return /^\p{Lu}[\p{L}]*$/u.test(value) ? value : `"${value}"`;
}
