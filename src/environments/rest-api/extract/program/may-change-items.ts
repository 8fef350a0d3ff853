/**
 * Whether a program could change a value that it was given: whether it assigns to a member, or calls what does. Rather once too often than once too
 * rarely; refusing changes to the items of a large document doubles the time of reading them, so it is done only where it could matter.
 */
export function mayChangeItems(source: string): boolean {
  return CHANGES.some((pattern) => pattern.test(source));
}

const CHANGES = [
  // row.x = 1, row["x"] += 1, [row.x] = list, for (row.x of list)
  /(?:\.\s*[\w$#]+|\])\s*(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])/,
  /\(\s*[\w$.[\]]+\.[\w$]+\s+(?:of|in)\b|\}\s*\)?\s*=(?![=>])/,
  /\+\+|--|\bdelete\b/,
  /\.\s*(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|assign|apply|call|bind)\b/,
  /\b(?:Reflect|eval|Function|constructor|__proto__|defineProperty|defineProperties|setPrototypeOf|with)\b/,
];
