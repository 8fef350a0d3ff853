import { Parser } from "@traqula/parser-sparql-1-1";

/** A query or an update, as the parser gives it. */
export type SparqlTree = ReturnType<Parser["parse"]>;

let parser: Parser | undefined;

/** Throws what the parser throws. */
export function parseSparql(text: string): SparqlTree {
  // Making a parser takes some hundred milliseconds, and one serves for all queries.
  parser ??= new Parser({ lexerConfig: { positionTracking: "full" } });
  return parser.parse(text);
}
