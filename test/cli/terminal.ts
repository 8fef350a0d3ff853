import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";

export const KEYS = { down: "\u001b[B", enter: "\r", interrupt: "\u0003" } as const;

/** A terminal whose person waits for each prompt in turn and then types: [what the prompt shows, keys]. */
export function typist(lines: readonly (readonly [sees: string, ...types: readonly string[]])[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  let left = lines;
  let drawn = "";
  let shown = "";
  const output = new Writable({
    write(chunk, _, done) {
      const text = stripVTControlCharacters(String(chunk));
      drawn += text;
      shown += text;
      const [next, ...others] = left;
      if (next !== undefined && shown.includes(next[0])) {
        left = others;
        shown = "";
        // Not before the prompt has finished drawing: it is not made to be typed into meanwhile.
        setImmediate(() => {
          for (const key of next.slice(1)) input.write(key);
        });
      }
      done();
    },
  });
  return {
    input,
    output: Object.assign(output, { isTTY: true, columns: 100, rows: 40 }),
    /** Everything that was drawn. */
    drawn: () => drawn,
    /** Prompts that never came. */
    left: () => left.map(([sees]) => sees),
  };
}
