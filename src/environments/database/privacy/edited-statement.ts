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
  /** A stretch of the text, as engines name columns by it, as it stood in the text that was given. */
  ownText(stretch: string): string;
}

/** Engines may cut the name of a column off from here on. */
const LONG_NAME = 60;

/** Edits may not overlap. */
export function editStatement(sql: string, edits: readonly Edit[]): EditedStatement {
  const ordered = edits.toSorted((a, b) => a.at - b.at || a.removed - b.removed);
  let [text, last] = ["", 0];
  for (const { at, removed, text: put } of ordered) {
    text += sql.slice(last, at) + put;
    last = at + removed;
  }
  const edited = text + sql.slice(last);
  const puts = ordered.filter(({ removed, text: put }) => removed > 0 && put !== "").map((edit) => edit.text);
  return {
    sql: edited,
    ownText(stretch) {
      if (stretch.length < LONG_NAME && !puts.some((put) => stretch.includes(put))) return stretch;
      const at = edited.indexOf(stretch);
      const [from, to] = [this.ownOffset(at), this.ownOffset(at + stretch.length)];
      return at < 0 || from === undefined || to === undefined ? stretch : sql.slice(from, to);
    },
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
