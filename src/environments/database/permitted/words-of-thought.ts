/** Where a thought goes over into a query: from its first keyword to the end of the line. Keywords in small letters are mostly words of a sentence. */
const QUERY =
  /\b(?:SELECT|WITH|FROM|(?:LEFT |RIGHT |INNER |OUTER |CROSS |FULL )*JOIN|WHERE|GROUP BY|HAVING|ORDER BY|LIMIT|UNION)\b[^\n]*/gu;
const CODE = /```[^`]*(?:```|$)|`[^`\n]*`/gu;
/** A tool's name and what stands in its brackets. */
const CALL = /\b[a-z]\w*_\w+(?:\s*\([^()\n]*\))?/giu;
const LITERAL = /'(?:[^'\n]|'')*'|"[^"\n]*"/gu;

/** What a thought says, without its queries and calls: of those only what stands in quotes may name a value. */
export function wordsOfThought(thought: string): string {
  const literals = (code: string): string => ` ${(code.match(LITERAL) ?? []).join(" ; ")} `;
  return thought.replace(CODE, literals).replace(QUERY, literals).replace(CALL, literals);
}
