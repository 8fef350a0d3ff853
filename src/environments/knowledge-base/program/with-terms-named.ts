/** A text in quotes, or `(NAMED "…")`, whose quotes are no text of the program's. */
const NAMED_OR_TEXT = /\(\s*NAMED\s+("(?:[^"\\]|\\.)*")\s*\)|"(?:[^"\\]|\\.)*"/giu;

/**
 * The program with the term of each `(NAMED "label")` in its place; undefined where one label stands for no term. Programs of benchmarks whose data know
 * entities by their labels only are written so.
 */
export async function withTermsNamed(
  program: string,
  termOf: (label: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const terms = new Map<string, string>();
  for (const [, quoted] of program.matchAll(NAMED_OR_TEXT)) {
    if (quoted === undefined || terms.has(quoted)) continue;
    const term = await termOf(labelOf(quoted));
    if (term === undefined) return undefined;
    terms.set(quoted, term);
  }
  return program.replace(NAMED_OR_TEXT, (written: string, quoted?: string) =>
    quoted === undefined ? written : (terms.get(quoted) ?? written),
  );
}

function labelOf(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(.)/gsu, "$1");
}
