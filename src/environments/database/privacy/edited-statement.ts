/** Replaces `removed` characters at `at` by `text`. */
export interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly text: string;
}

/** A statement after edits, with the way back. */
export interface EditedStatement {
  readonly sql: string;
  /** The place in the text that was given; undefined for what was put in. */
  ownOffset(offset: number): number | undefined;
}

/** Edits may not overlap. */
export function editStatement(sql: string, edits: readonly Edit[]): EditedStatement {
  const ordered = edits.toSorted((a, b) => a.at - b.at);
  let [text, last] = ["", 0];
  for (const { at, removed, text: put } of ordered) {
    text += sql.slice(last, at) + put;
    last = at + removed;
  }
  return {
    sql: text + sql.slice(last),
    ownOffset(offset) {
      let shift = 0;
      for (const { at, removed, text: put } of ordered) {
        const begins = at + shift;
        if (offset < begins) break;
        // What stands for a name is that name's place.
        if (offset < begins + put.length) return removed === 0 ? undefined : at;
        shift += put.length - removed;
      }
      return offset - shift;
    },
  };
}
