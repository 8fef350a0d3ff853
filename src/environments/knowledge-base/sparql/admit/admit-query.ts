import { TripleStoreError } from "../../store/triple-store-error.ts";
import { endlessWord } from "./endless-word.ts";
import { parseSparql, type SparqlTree } from "./parse-sparql.ts";
import { refusedParts } from "./refused-parts.ts";
import { rewriteDialect } from "./rewrite-dialect.ts";
import { isWord, sparqlTokens } from "./sparql-tokens.ts";
import { endlessFault, syntaxFault } from "./syntax-fault.ts";
import { edited } from "./text-edits.ts";

export type ParsedSparql = Extract<SparqlTree, { readonly type: "query" }>;

export interface AdmittedQuery {
  readonly form: "select" | "ask";
  /** SPARQL 1.1, all prefixes declared. */
  readonly text: string;
  readonly parsed: ParsedSparql;
}

export interface AdmitOptions {
  /** The vocabulary's prefixes, which need not be declared. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Graphs that FROM may name. */
  readonly graphs?: readonly string[];
}

const LONGEST = 100_000;

/**
 * Lets one SELECT or ASK through, rewritten from the dialect of Virtuoso where it is in that. The text is only what it says: no update, no graph that is not
 * configured, no other server, no functions of the engine's host.
 *
 * @throws TripleStoreError `syntax` (with the offset into the text as given), `not-read-only`, `unsupported`, `too-large`
 */
export function admitQuery(sparql: string, { prefixes, graphs = [] }: AdmitOptions): AdmittedQuery {
  if (sparql.length > LONGEST)
    throw new TripleStoreError({
      kind: "too-large",
      engineMessage: `The query is longer than ${LONGEST} characters.`,
    });
  const endless = endlessWord(sparql);
  if (endless !== undefined) throw endlessFault(sparql, endless.start);
  const { text, originalOffset } = edited(sparql, rewriteDialect(sparql, prefixes));
  let parsed: SparqlTree;
  try {
    parsed = parseSparql(text);
  } catch (error) {
    throw mayUpdate(sparql)
      ? notReadOnly()
      : syntaxFault(error instanceof Error ? error.message : String(error), text, sparql, originalOffset);
  }
  if (sparqlTokens(sparql).length === 0)
    throw new TripleStoreError({ kind: "syntax", engineMessage: "The query is empty.", offset: 0 });
  if (parsed.type !== "query") throw notReadOnly();
  const { subType } = parsed;
  if (subType !== "select" && subType !== "ask")
    throw new TripleStoreError(
      { kind: "unsupported", engineMessage: `Only SELECT and ASK are run, not ${subType.toUpperCase()}.` },
      { hint: "Select the variables that are wanted." },
    );
  refusedParts(parsed, graphs);
  return { form: subType, text, parsed };
}

const UPDATES = ["INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"];

/** An update that is not even well formed is refused as what it would be. */
function mayUpdate(sparql: string): boolean {
  const tokens = sparqlTokens(sparql);
  let at = 0;
  while (isWord(tokens[at], "PREFIX", "BASE")) at += isWord(tokens[at], "BASE") ? 2 : 3;
  return isWord(tokens[at], ...UPDATES);
}

function notReadOnly(): TripleStoreError {
  return new TripleStoreError(
    { kind: "not-read-only", engineMessage: "Only queries that read may be run: SELECT or ASK." },
    { hint: "Write one SELECT or ASK." },
  );
}
