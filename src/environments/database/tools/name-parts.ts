const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["`", "`"],
  ["[", "]"],
]);
/** Up to the next point, quote or bracket. */
const PLAIN = /[^."`[\]]+/uy;

/**
 * The parts of a name that is written with points between them, without their quotes and empty ones: `"my shop".[city]` has two. What is not
 * closed counts as if it were not quoted. Takes linear time, whatever is written.
 */
export function nameParts(given: string): readonly string[] {
  const parts: string[] = [];
  const lastBracket = given.lastIndexOf("]");
  for (let at = 0; at < given.length; ) {
    const opening = given.charAt(at);
    const closing = CLOSING.get(opening);
    if (closing === undefined) {
      PLAIN.lastIndex = at;
      const plain = PLAIN.exec(given)?.[0] ?? "";
      parts.push(plain);
      at += plain.length || 1;
      continue;
    }
    const end = opening === "[" && at > lastBracket ? -1 : closedAt(given, at, closing);
    if (end >= 0) parts.push(given.slice(at + 1, end));
    at = Math.max(at, end) + 1;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Where what opens at `at` is closed; a double quote that is written twice stands for itself. -1 where it is not. */
function closedAt(given: string, at: number, closing: string): number {
  let closed = -1;
  for (let next = given.indexOf(closing, at + 1); next >= 0; next = given.indexOf(closing, next + 2)) {
    closed = next;
    if (closing !== '"' || given[next + 1] !== '"') break;
  }
  return closed;
}
