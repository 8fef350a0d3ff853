import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { wordLikeness } from "./name-likeness.ts";

/** Words in names of tables that say nothing about what a row is. */
const FILLERS = new Set(
  "data list table tbl info information record records ref details master dim fact".split(" "),
);

export interface NameForm {
  readonly words: readonly string[];
  /** 1 for the whole name, less for a shortened one. */
  readonly weight: number;
}

export function tableForms(table: TableSchema): readonly NameForm[] {
  const words = nameWords(table.name);
  const bare = words.filter((word) => !FILLERS.has(word));
  return distinct([
    { words, weight: 1 },
    { words: bare, weight: 0.98 },
    ...(bare.length > 1 ? [{ words: bare.slice(-1), weight: 0.8 }] : []),
  ]);
}

const known = new WeakMap<ColumnSchema, readonly NameForm[]>();

/** The column's name and its described name: whole, without its table's words, and without words for a key or a flag. */
export function columnForms(table: TableSchema, column: ColumnSchema): readonly NameForm[] {
  const forms = known.get(column) ?? formsOf(table, column);
  known.set(column, forms);
  return forms;
}

function formsOf(table: TableSchema, column: ColumnSchema): readonly NameForm[] {
  const names = [column.name, ...(column.description?.name ? [column.description.name] : [])];
  const owner = nameWords(table.name).filter((word) => !FILLERS.has(word));
  return distinct(
    names.flatMap((name) => {
      const words = nameWords(withoutNumber(name, table).replace(/\(.*?\)/gu, " "));
      const own = withoutOwner(words, owner);
      const tail = words.length > 2 ? [{ words: words.slice(1), weight: 0.82 }] : [];
      const bare = words.filter((word) => !/^(is|has|in|on|at|min|km|of|num|number|no)$/u.test(word));
      return [
        { words, weight: 1 },
        ...(own.length < words.length ? [{ words: own, weight: 0.98 }] : []),
        ...(bare.length < words.length ? [{ words: bare, weight: 0.86 }] : []),
        ...tail,
      ];
    }),
  );
}

/** A CSV reader names the second of two columns "Amount" `Amount_1`: both also match their heading. */
function withoutNumber(name: string, table: TableSchema): string {
  const heading = name.replace(/[ _.]?\d+$/u, "");
  const isTaken = table.columns.some((column) => column.name.toLowerCase() === heading.toLowerCase());
  return isTaken ? heading : name;
}

function withoutOwner(words: readonly string[], owner: readonly string[]): readonly string[] {
  for (let drop = owner.length; drop > 0; drop--) {
    for (const part of [owner.slice(0, drop), owner.slice(-drop)]) {
      if (
        words.length > drop &&
        part.every(
          (word, i) =>
            Math.max(wordLikeness(words[i] ?? "", word), wordLikeness(word, words[i] ?? "")) >= 0.85,
        )
      )
        return words.slice(drop);
    }
  }
  const [first = ""] = words;
  const joined = owner.join("");
  return words.length === 1 && first.length > joined.length + 3 && first.startsWith(joined)
    ? [first.slice(joined.length)]
    : words;
}

function distinct(forms: readonly NameForm[]): readonly NameForm[] {
  const seen = new Map<string, NameForm>();
  for (const form of forms) {
    const key = form.words.join(" ");
    if (key !== "" && (seen.get(key)?.weight ?? 0) < form.weight) seen.set(key, form);
  }
  return [...seen.values()];
}
