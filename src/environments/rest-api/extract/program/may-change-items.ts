/**
 * Whether a program could change a value that it was given: whether it assigns to a member, or calls what does. Rather once too often than once too
 * rarely; refusing changes to the items of a large document doubles the time of reading them, so it is done only where it could matter.
 */
export function mayChangeItems(source: string): boolean {
  const rest = withoutOwn(source);
  return CHANGES.some((pattern) => pattern.test(rest));
}

const ASSIGN = String.raw`(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])?=(?![=>])`;
const CHANGING = "push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|assign|apply|call|bind";

const CHANGES = [
  // row.x = 1, row["x"] += 1, [row.x] = list
  new RegExp(String.raw`(?:\.\s*[\w$#]+|\])\s*${ASSIGN}`),
  // for (row.x of list), ({ a: row.x } = other)
  /\(\s*[\w$.[\]]+\.[\w$]+\s+(?:of|in)\b|\}\s*\)?\s*=(?![=>])/,
  // row.x++, --row.x
  /(?:\.\s*[\w$]+|\])\s*(?:\+\+|--)|(?:\+\+|--)\s*[\w$]+\s*[.[]|\bdelete\b/,
  // What a call gave and is changed at once (map(…).sort()) is the program's own.
  new RegExp(String.raw`(?<!\)\s*)\.\s*(?:${CHANGING})\b`),
  /\b(?:Reflect|eval|Function|constructor|__proto__|defineProperty|defineProperties|setPrototypeOf|with)\b/,
];

/** The program without its changes to lists and objects that it made itself. */
function withoutOwn(source: string): string {
  const made = [
    ...source.matchAll(/\b(?:const|let|var)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:\{\s*\}|\[\s*\])\s*[;\n]/g),
  ];
  // A name that is declared twice may be something else the other time.
  const once = made
    .map(([, name = ""]) => name)
    .filter((name) => [...source.matchAll(DECLARED)].filter(([, each]) => each === name).length === 1);
  if (once.length === 0) return source;
  const names = once.map((name) => name.replaceAll("$", String.raw`\$`)).join("|");
  const key = String.raw`(?:\[(?:[^[\]]|\[[^[\]]*\])*\]|\.[\w$]+)`;
  return source
    .replace(new RegExp(String.raw`(?<![.\w$])(?:${names})${key}\s*(?:${ASSIGN}|\+\+|--)`, "g"), " ")
    .replace(new RegExp(String.raw`(?<![.\w$])(?:${names})\.(?:${CHANGING})\b`, "g"), " ");
}

const DECLARED = /(?:\b(?:const|let|var)\s+|[(,]\s*)([A-Za-z_$][\w$]*)\s*(?==|of\b|in\b|;|\)|,|\n)/g;
