import { escaped, visibleText } from "../../util/visible-text.ts";

/** Shorter runs are left: text is indented with them. */
const LONGEST_RUN = 8;

/**
 * The visible text in which spaces are told apart, too: those that only look like one as an escape, and long runs with their length (`\u{20}×50`). A
 * person who is asked for leave sees what will be sent.
 */
export function visibleSpaces(text: string): string {
  return visibleText(text)
    .replace(/(?! )\p{Z}/gu, escaped)
    .replace(new RegExp(` {${LONGEST_RUN + 1},}`, "gu"), ({ length }) => `\\u{20}×${length}`);
}
