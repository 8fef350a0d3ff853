import type { Term } from "./term.ts";

/**
 * The term as N-Triples writes it (RDF-star terms as N-Triples-star). Equal texts are equal terms, so it serves as a key and as the order of
 * results: by UTF-16 code units.
 */
export function termText(term: Term): string {
  switch (term.kind) {
    case "iri":
      return `<${term.value.replace(UNSAFE_IN_IRI, escaped)}>`;
    case "blank":
      return `_:${term.value}`;
    case "literal": {
      const text = `"${term.value.replace(UNSAFE_IN_TEXT, (letter) => SHORT[letter] ?? escaped(letter))}"`;
      if (term.language !== undefined) return `${text}@${term.language}`;
      return term.datatype === undefined
        ? text
        : `${text}^^<${term.datatype.replace(UNSAFE_IN_IRI, escaped)}>`;
    }
    case "triple":
      return `<<${termText(term.subject)} ${termText(term.predicate)} ${termText(term.object)}>>`;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that may not stand in an IRI.
const UNSAFE_IN_IRI = /[\u0000-\u0020<>"{}|^`\\]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that have to be escaped in a string.
const UNSAFE_IN_TEXT = /[\u0000-\u001f"\\\u007f]/gu;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escaped(letter: string): string {
  return `\\u${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
