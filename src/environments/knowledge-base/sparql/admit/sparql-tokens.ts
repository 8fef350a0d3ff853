/** Longer than any word of SPARQL. The parser takes quadratic time on a long word that is no name. */
const LONGEST = 500;

/** The first overlong run of letters, digits and dots outside IRIs, prefixed names, variables and strings. */
export function endlessWord(query: string): SparqlToken | undefined {
  let first: SparqlToken | undefined;
  let end = -1;
  for (const token of sparqlTokens(query)) {
    const isPart = token.kind === "word" || token.kind === "number" || token.text === ".";
    if (!isPart) {
      first = undefined;
      continue;
    }
    if (first === undefined || token.start !== end) first = token;
    end = token.start + token.text.length;
    if (end - first.start > LONGEST) return first;
  }
  return undefined;
}

export interface SparqlToken {
  readonly kind: "word" | "variable" | "prefixed" | "iri" | "string" | "number" | "mark";
  readonly text: string;
  /** UTF-16 offset. */
  readonly start: number;
}

/** The length of a prefix is bounded, because the pattern searches for one at every letter. */
const TOKEN = new RegExp(
  [
    String.raw`(?<skip>[ \t\r\n]+|#[^\r\n]*)`,
    String.raw`(?<string>"""(?:"{0,2}(?:[^"\\]|\\.))*"""|'''(?:'{0,2}(?:[^'\\]|\\.))*'''|"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*')`,
    String.raw`(?<iri><[^\s<>"{}|^\x60\\]*>)`,
    String.raw`(?<variable>[?$][\p{L}\p{N}_]+)`,
    String.raw`(?<prefixed>(?:[\p{L}](?:[\p{L}\p{N}_.-]{0,200}[\p{L}\p{N}_-])?)?:(?:(?:[\p{L}\p{N}_:]|%[0-9A-Fa-f]{2}|\\.)(?:(?:[\p{L}\p{N}_:.-]|%[0-9A-Fa-f]{2}|\\.)*(?:[\p{L}\p{N}_:-]|%[0-9A-Fa-f]{2}|\\.))?)?)`,
    String.raw`(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)`,
    "(?<word>@?[A-Za-z][A-Za-z0-9_-]*)",
    String.raw`(?<mark>\|\||&&|\^\^|!=|<=|>=|.)`,
  ].join("|"),
  "suy",
);

const KINDS: readonly SparqlToken["kind"][] = [
  "variable",
  "mark",
  "prefixed",
  "iri",
  "word",
  "string",
  "number",
];

/** The tokens of a query, without space and comments. Refuses nothing: unknown characters become marks. */
export function sparqlTokens(query: string): readonly SparqlToken[] {
  const tokens: SparqlToken[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < query.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(query);
    if (found === null) break;
    if (found.groups?.["skip"] !== undefined) continue;
    const kind = KINDS.find((each) => found.groups?.[each] !== undefined) ?? "mark";
    tokens.push({ kind, text: found[0], start });
  }
  return tokens;
}

export const isWord = (token: SparqlToken | undefined, ...words: readonly string[]): boolean =>
  token?.kind === "word" && words.includes(token.text.toUpperCase());
