const PIECES =
  "SELECT FROM ( ) , JOIN ON WITH AS UNION WHERE IN . VALUES (SELECT minus offset rows window = -- # @x max( notes users secrets email ssn word * LEFT USING FOR trim( ; u"
    .split(" ")
    .map((piece) => (/^(?:--|#)$/u.test(piece) ? `${piece}\n` : piece));

/** Statements with one or two slips each: a token left out, put in, exchanged or taken from another statement. The same for the same seed. */
export function mutations(
  statements: readonly string[],
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly string[] {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const tokensOf = (sql: string): string[] => sql.match(/`[^`]*`|'[^']*'|\w+|\s+|./gsu) ?? [];
  const slip = (tokens: string[]): void => {
    const at = below(tokens.length);
    const kind = below(5);
    if (kind === 0) tokens.splice(at, 1);
    else if (kind === 1) tokens.splice(at, 0, ` ${pick(PIECES)} `);
    else if (kind === 2) tokens[at] = ` ${pick(PIECES)} `;
    else if (kind === 3) {
      const other = below(tokens.length);
      [tokens[at], tokens[other]] = [tokens[other] ?? "", tokens[at] ?? ""];
    } else {
      const others = tokensOf(pick(statements));
      const from = below(others.length);
      tokens.splice(at, 0, ...others.slice(from, from + 1 + below(12)));
    }
  };
  return Array.from({ length: count }, () => {
    const tokens = tokensOf(pick(statements));
    for (let slips = 1 + below(2); slips > 0; slips--) slip(tokens);
    return tokens.join("");
  });
}
