/** Names of the first `count` options: a to z, then aa, ab, … */
export function optionLetters(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => letters(at));
}

function letters(at: number): string {
  const last = String.fromCharCode(97 + (at % 26));
  return at < 26 ? last : `${letters(Math.floor(at / 26) - 1)}${last}`;
}
