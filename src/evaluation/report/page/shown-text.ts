import { clippedText } from "../../../util/clipped-text.ts";
import { visibleLines } from "../../../util/visible-text.ts";

/** Characters of one observation or query that a page holds. */
const MOST = 12_000;

/** Letters and signs that are always seen, Greek, Cyrillic and East Asian among them: a closer look takes far longer. */
const PLAIN =
  /^[\n\t\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u03ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u22ff\u3001-\u3029\u3041-\u3096\u30a0-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/u;

/** A text as a page shows it: of bounded length, with what cannot be seen, or turns the direction of others, written as an escape. */
export function shownText(text: string, most = MOST): string {
  const clipped = clippedText(text, most);
  return PLAIN.test(clipped) ? clipped : visibleLines(clipped);
}
