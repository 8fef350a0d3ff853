import type { LexicalRules } from "./lexical-rules.ts";
import { tokenize } from "./tokenize.ts";

/** Replaces `removed` characters at `at` by `text`. */
export interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly text: string;
}

/** A statement after edits, with functions that map back to the given text. */
export interface EditedStatement {
  readonly sql: string;
  /** The offset in the given text; undefined within inserted text. */
  readonly ownOffset: (offset: number) => number | undefined;
  /** The original of a piece of the edited text, such as a column name that the engine took from it. */
  ownText(stretch: string): string;
}

/** Engines may cut column names at this length. */
const LONG_NAME = 60;

/** Applies edits, which must not overlap. */
export function editStatement(sql: string, edits: readonly Edit[]): EditedStatement {
  const ordered = edits.toSorted((a, b) => a.at - b.at || a.removed - b.removed);
  let [text, last] = ["", 0];
  for (const { at, removed, text: put } of ordered) {
    text += sql.slice(last, at) + put;
    last = at + removed;
  }
  const edited = text + sql.slice(last);
  const puts = ordered.filter(({ removed }) => removed > 0).map((edit) => edit.text);
  const ownOffset = (offset: number): number | undefined => {
    let shift = 0;
    for (const { at, removed, text: put } of ordered) {
      const begins = at + shift;
      if (offset < begins) break;
      // An offset within a replacement maps to the start of the replaced name.
      if (offset < begins + put.length) return removed === 0 ? undefined : at;
      shift += put.length - removed;
    }
    return offset - shift;
  };
  return {
    sql: edited,
    ownOffset,
    ownText(stretch) {
      if (stretch.length < LONG_NAME && !puts.some((put) => stretch.includes(put))) return stretch;
      const at = edited.indexOf(stretch);
      const [from, to] = [ownOffset(at), ownOffset(at + stretch.length)];
      return at < 0 || from === undefined || to === undefined ? stretch : sql.slice(from, to);
    },
  };
}

/** Inserts CTEs before those of a statement: after its WITH [RECURSIVE], or with a new WITH at its beginning. */
export function commonTablesEdit(
  sql: string,
  tables: readonly string[],
  { lexical }: { readonly lexical: LexicalRules },
): Edit {
  const [first, second, third] = tokenize(sql, lexical).tokens;
  const isWith = first?.kind === "word" && first.value === "WITH";
  // `WITH recursive AS (…)` is a CTE of that name.
  const isRecursive =
    isWith && second?.kind === "word" && second.value === "RECURSIVE" && third?.value !== "AS";
  const at = isWith ? ((isRecursive ? second : first)?.end ?? 0) : (first?.start ?? 0);
  const list = tables.join(", ");
  return { at, removed: 0, text: isWith ? ` ${list},` : `WITH ${list} ` };
}
