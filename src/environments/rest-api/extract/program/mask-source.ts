/**
 * A program with the content of its strings, templates, comments and regular expressions replaced by spaces (line breaks stay), so that brackets
 * and words can be found by position. A regular expression is told from a division by what stands before it, as far as one word can tell.
 */
export function maskSource(source: string): string {
  return source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|(?<=(?:^|[=(,:;!&|?{}[+\-*%~^<>]|\breturn)\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g,
    (text) => {
      const blank = (part: string) => part.replace(/[^\n]/g, " ");
      // Quotes stay, so that a string is still seen as something.
      return /^["'`]/.test(text) ? `"${blank(text.slice(1, -1))}"` : blank(text);
    },
  );
}

/** Depth of brackets before each position of a masked text. */
export function bracketDepths(masked: string): Int32Array {
  const depths = new Int32Array(masked.length + 1);
  let depth = 0;
  for (let i = 0; i < masked.length; i++) {
    depths[i] = depth;
    const character = masked[i] as string;
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
  }
  depths[masked.length] = depth;
  return depths;
}
