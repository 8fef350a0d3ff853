import type { TokenView } from "./mysql-token-view.ts";
import { refused } from "./mysql-unclear.ts";

/** Whether `USE INDEX …` begins here. */
export function isIndexHint({ word }: TokenView, at: number): boolean {
  return /^(?:USE|FORCE|IGNORE)$/u.test(word(at) ?? "") && /^(?:INDEX|KEY)$/u.test(word(at + 1) ?? "");
}

/** `USE INDEX FOR JOIN (a, b) IGNORE INDEX (c)`; what stands behind. */
export function readHints(view: TokenView, at: number): number {
  if (!isIndexHint(view, at)) return at;
  let open = at;
  while (view.word(open) !== undefined) open++;
  return view.isSymbol(open, "(") ? readHints(view, view.closeOf(open) + 1) : at;
}

/**
 * `PARTITION (p0)` and `FOR SYSTEM_TIME …` stand between a table and its alias.
 * @throws SqlEngineError for a time that cannot be read
 */
export function readNarrowing(
  { token, word, isSymbol, closeOf }: TokenView,
  at: number,
): { readonly behind: number; readonly narrowedBy?: string } {
  if (word(at) === "PARTITION" && isSymbol(at + 1, "("))
    return { behind: closeOf(at + 1) + 1, narrowedBy: "PARTITION" };
  if (word(at) !== "FOR" || word(at + 1) !== "SYSTEM_TIME") return { behind: at };
  const narrowedBy = "FOR SYSTEM_TIME";
  if (word(at + 2) === "ALL") return { behind: at + 3, narrowedBy };
  const point = word(at + 4) === "TIMESTAMP" ? at + 5 : at + 4;
  if (word(at + 2) === "AS" && word(at + 3) === "OF" && token(point)?.kind === "string")
    return { behind: point + 1, narrowedBy };
  throw refused(
    "Of FOR SYSTEM_TIME only ALL and AS OF with a text can be read here, where parts of the database are hidden",
    token(at),
  );
}
