import { visibleText } from "../../util/visible-text.ts";

const LONGEST = 80;

/** In quotes, on one line, cut where it is long: a cell cannot pose as the next problem of a list. */
export const quoted = (text: string): string =>
  `"${visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)}"`;
