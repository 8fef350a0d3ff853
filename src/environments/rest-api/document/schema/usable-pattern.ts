/** A pattern that compiles in Unicode mode, as validators do it; undefined where none can be made of it. */
export function usablePattern(pattern: string): string | undefined {
  // `/^…$/`: the slashes are how some languages write a pattern, not part of it.
  const bare = /^\/(\^[\s\S]*\$)\/$/u.exec(pattern)?.[1] ?? pattern;
  return [bare, withoutNeedlessEscapes(bare)].find(compiles);
}

/** `\_` and `\@`: harmless before Unicode mode, errors in it. Hyphens may stay within brackets only. */
function withoutNeedlessEscapes(pattern: string): string {
  let inBrackets = false;
  return pattern.replace(/\\?[\s\S]/gu, (part) => {
    if (part === "[") inBrackets = true;
    if (part === "]") inBrackets = false;
    if (part.length === 1) return part;
    const character = part.slice(1);
    if (character === "-") return inBrackets ? part : character;
    return /[\^$\\.*+?()[\]{}|/\w]/u.test(character) && character !== "_" ? part : character;
  });
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
