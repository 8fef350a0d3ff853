import type { DatabaseServices } from "../database-services.ts";
import { readWords } from "../heuristics/question/read-words.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";

/** A value that the oracle knowledge writes down, and the columns that it names for it. */
export interface KnowledgeValue {
  readonly value: string;
  readonly columns: readonly { readonly table: TableSchema; readonly column: ColumnSchema }[];
}

const OPERATOR = /(?:[=<>]=?|!\s?=|<>|\bLIKE\b|\bBETWEEN\b|\bIN\s?\()\s*$/iu;
/** `type = Meeting`, `alignment = Very Bad`: what stands behind the sign up to where something else begins. */
const UNQUOTED =
  /([\p{L}\p{N}_.`" ]+?)\s*(?:==?|!\s?=|<>)\s*(?!['"‘’“”`])([\p{L}\p{N}+#-][\p{L}\p{N}+#/' -]*?)(?=\s*(?:[;,.)]|$|\b(?:and|or|where|then|means?|refers?|in|from)\b))/giu;
const MOST_VALUES = 24;
const MOST_COLUMNS = 3;

/**
 * What the knowledge given with a question says in so many words: `Virtual = 'F'`, `refers to bond_id = '#'`, `BETWEEN 'a' AND 'b'`,
 * `status = Closed`. All quoted text counts, also where no column is named for it.
 */
export function knowledgeValues(
  knowledge: string,
  services: Pick<DatabaseServices, "schema">,
): readonly KnowledgeValue[] {
  const found = new Map<string, KnowledgeValue>();
  const add = (value: string, before: string) => {
    const columns = columnsNamedAtEnd(before, services);
    const kept = found.get(value);
    if (value.trim() !== "" && (kept === undefined || kept.columns.length === 0))
      found.set(value, { value, columns });
  };
  let operator = "";
  for (const word of readWords(knowledge)) {
    if (word.kind !== "quoted") continue;
    const before = knowledge.slice(0, word.start).replace(/["'“”‘’`]+$/u, "");
    if (OPERATOR.test(before)) operator = before.replace(OPERATOR, "");
    // The second bound of BETWEEN and the further members of a list belong to the column before the first.
    const listed = OPERATOR.test(before) || /(?:,|\b(?:and|or))\s*$/iu.test(before);
    add(knowledge.slice(word.start, word.end), listed ? operator : "");
  }
  for (const [, before = "", value = ""] of knowledge.matchAll(UNQUOTED)) {
    if (!/^(?:null|not|max|min|sum|avg|count)\b/iu.test(value)) add(value.trim(), before);
  }
  return [...found.values()].slice(0, MOST_VALUES);
}

/** The columns whose name, in any case and with or without its table, ends the text. */
function columnsNamedAtEnd(
  text: string,
  { schema }: Pick<DatabaseServices, "schema">,
): KnowledgeValue["columns"] {
  const written = folded(text);
  const all = schema.tables.flatMap((table) => table.columns.map((column) => ({ table, column })));
  const named = all.filter(({ column }) => endsWithName(written, folded(column.name)));
  const longest = Math.max(0, ...named.map(({ column }) => column.name.length));
  const best = named.filter(({ column }) => column.name.length === longest);
  const withTable = best.filter(({ table, column }) =>
    endsWithName(written, `${folded(table.name)} ${folded(column.name)}`),
  );
  return (withTable.length > 0 ? withTable : best).slice(0, MOST_COLUMNS);
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[._`"[\]\s]+/gu, " ")
    .trim();
}

function endsWithName(text: string, name: string): boolean {
  return text.endsWith(name) && !/[\p{L}\p{N}]/u.test(text.at(-name.length - 1) ?? " ");
}
