import { readTokens } from "../../../util/english/tokens.ts";
import { nameWords } from "../../../util/name-words.ts";
import { pluralOf } from "../../../util/plural.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { CompileContext } from "./compile/compile-context.ts";
import { readLinks } from "./lexicon/link-table.ts";
import { namingColumns } from "./lexicon/naming-columns.ts";
import { type LinkedQuestion, readAttempt } from "./read-attempt.ts";

const MOST = 2;
const MOST_TRIED = 8;
const LONGEST_VALUE = 40;

/** Up to two questions like this one that the rules answer on these tables: each was read, and has an answer. */
export async function answerableExamples(
  linked: LinkedQuestion | undefined,
  context: CompileContext,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const question of (await candidates(linked, context)).slice(0, MOST_TRIED)) {
    const words = readTokens(question);
    const links = await readLinks(question, words, context.services, context.act.signal);
    const { choice } = await readAttempt({ question, words, links }, [], context);
    if (choice?.chosen) found.push(question);
    if (found.length === MOST) break;
  }
  return found;
}

/** Questions about what this one names, those of its own shape first. */
async function candidates(
  linked: LinkedQuestion | undefined,
  context: CompileContext,
): Promise<readonly string[]> {
  const links = (linked?.words ?? []).flatMap(
    (_, at) => linked?.links.from(at).flatMap((each) => each.links) ?? [],
  );
  const called = links.flatMap((link) => (link.kind === "table" ? [link.table] : []));
  const touched = links.map(({ table }) => table);
  const all = context.services.schema.tables.filter(({ kind }) => kind === "table");
  // Rows without a name only tie others: few people ask for them.
  const others = [...touched, ...all].toSorted(
    (a, b) => Number(namingColumns(b).length > 0) - Number(namingColumns(a).length > 0),
  );
  const tables = [...new Set([...called, ...others])].slice(0, 2);
  const isCount = /\b(?:how many|count|number of)\b/iu.test(linked?.question ?? "how many");
  const isFigure =
    /\b(?:average|mean|total|sum|highest|lowest|maximum|minimum|most|least|largest|smallest)\b/iu.test(
      linked?.question ?? "",
    );
  const questions: string[] = [];
  for (const table of tables) {
    const rows = severalOf(textFor(table, linked) ?? spoken(table.name));
    const meant = links.flatMap((link) =>
      link.kind !== "table" && link.table === table ? [link.column] : [],
    );
    const columns = [...new Set([...meant, ...table.columns])].filter((column) => !isKey(table, column));
    const figure = columns.find(
      ({ affinity, name }) => ["integer", "real", "decimal"].includes(affinity) && !isNumbering(name),
    );
    const told = columns.find(
      (column) => column.affinity === "text" && !namingColumns(table).includes(column),
    );
    const value = told && (await commonValue(table, told, context));
    const having = told && value !== undefined ? ` have ${spoken(told.name)} ${value}?` : undefined;
    const [name] = namingColumns(table);
    const byShape: readonly (readonly [boolean, string | undefined])[] = [
      [isFigure, figure && `What is the average ${spoken(figure.name)} of ${rows}?`],
      [isCount, having && `How many ${rows}${having}`],
      [!isCount && name !== undefined, having && `Which ${rows}${having}`],
      [isCount, `How many ${rows} are there?`],
      [false, name && `What are the ${spoken(name.name)} of all ${rows}?`],
    ];
    const sorted = byShape.toSorted(([a], [b]) => Number(b) - Number(a));
    questions.push(...sorted.flatMap(([, question]) => question ?? []));
  }
  return questions;
}

/** The words of the question for the table. */
function textFor(table: TableSchema, linked: LinkedQuestion | undefined): string | undefined {
  const mentions = linked?.words.flatMap((_, at) => linked.links.from(at)) ?? [];
  return mentions.find(({ links }) => links.some((link) => link.kind === "table" && link.table === table))
    ?.text;
}

/** "films" for `film`; names that are no English noun in the singular stay as they are. */
function severalOf(one: string): string {
  return /^[a-z ]*[a-rt-z]$/u.test(one) ? pluralOf(one) : one;
}

/** Numbers that only tell rows apart, order them, or say when: their average says nothing. */
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

/** What most rows hold in the column, as it can be asked for; undefined for long texts and blanks. */
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
