import { foldText } from "../../../../util/fold-text.ts";
import { nameWords } from "../../../../util/name-words.ts";
import type { DatabaseSchema, TableSchema } from "../../schema/database-schema.ts";
import type { ColumnLinkWord, Link } from "./link.ts";
import { columnForms, type NameForm, tableForms } from "./name-forms.ts";
import { nameLikeness } from "./name-likeness.ts";
import { namingColumns } from "./naming-columns.ts";

const LEAST = 0.8;
const NAME = new Set(["name", "names", "title", "titles"]);
/** Groups of synonyms in column names. */
const SAME_MEANING: readonly (readonly string[])[] = [
  ["id", "identifier", "identification number"],
  ["sex", "gender"],
  ["email", "e-mail", "email address", "e-mail address"],
  ["phone", "phone number", "telephone", "telephone number"],
  ["salary", "wage", "pay"],
  ["first name", "given name", "forename"],
  ["last name", "family name", "surname"],
  ["birthday", "birth date", "date of birth"],
  ["deathday", "death date", "date of death"],
  ["type", "kind"],
  ["number", "no"],
  ["staff", "employee", "staff member"],
];

interface NamedTable {
  readonly table: TableSchema;
  readonly forms: readonly NameForm[];
}

interface NamedColumn {
  readonly link: Omit<ColumnLinkWord, "score">;
  readonly forms: readonly NameForm[];
  readonly text: readonly string[];
}

/** Finds tables and columns by words. Views are omitted, as they repeat tables. Made once for a schema. */
export interface NameLinks {
  of(words: readonly string[]): readonly Link[];
}

export function readNames({ tables: everything }: DatabaseSchema): NameLinks {
  const schema = { tables: everything.filter((table) => table.kind === "table") };
  const tables: NamedTable[] = schema.tables.map((table) => ({ table, forms: tableForms(table) }));
  const columns: NamedColumn[] = schema.tables.flatMap((table) =>
    table.columns.map((column) => ({
      link: { kind: "column" as const, table, column },
      forms: columnForms(table, column),
      text:
        column.primaryKeyPosition === undefined
          ? nameWords(column.description?.text ?? column.comment ?? "")
          : [],
    })),
  );
  return {
    of(words) {
      const asked = variants(words);
      const ofTables = tables.map(
        ({ table, forms }): Link => ({ kind: "table", table, score: best(asked, forms) }),
      );
      const ofColumns = columns.map(({ link, forms, text }): Link => {
        const score = Math.max(best(asked, forms), described(words, text));
        return { ...link, score };
      });
      return [...ofTables, ...ofColumns, ...byName(words, schema)].filter(({ score }) => score >= LEAST);
    },
  };
}

/** The words as asked, and with a synonym in their place. */
function variants(words: readonly string[]): readonly { words: readonly string[]; weight: number }[] {
  const text = words.map((word) => foldText(word)).join(" ");
  const singular = text.replace(/s$/u, "").replace(/ies$/u, "y");
  const others = SAME_MEANING.filter((group) => group.includes(text) || group.includes(singular)).flatMap(
    (group) =>
      group
        .filter((each) => each !== text && each !== singular)
        .map((each) => ({ words: nameWords(each), weight: 0.93 })),
  );
  return [{ words: text.split(" ").flatMap((word) => nameWords(word)), weight: 1 }, ...others];
}

function best(asked: ReturnType<typeof variants>, forms: readonly NameForm[]): number {
  let most = 0;
  for (const { words, weight } of asked) {
    for (const form of forms) {
      if (form.weight * weight > most)
        most = Math.max(most, form.weight * weight * nameLikeness(words, form.words));
    }
  }
  return most;
}

/** A short description that consists of these words matches nearly as well as the name. */
function described(words: readonly string[], text: readonly string[]): number {
  return text.length <= 4 && text.length > 0
    ? 0.85 *
        nameLikeness(
          words,
          text.filter((word) => !["the", "a", "an"].includes(word)),
        )
    : 0;
}

/** "name" may mean the naming column of any table. */
function byName(words: readonly string[], schema: DatabaseSchema): readonly Link[] {
  const [word = ""] = words;
  if (words.length !== 1 || !NAME.has(word)) return [];
  return schema.tables.flatMap((table) => {
    const [column, more] = namingColumns(table);
    return column && !more ? [{ kind: "column" as const, table, column, score: 0.9 }] : [];
  });
}
