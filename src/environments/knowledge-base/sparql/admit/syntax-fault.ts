import { TripleStoreError } from "../../store/triple-store-error.ts";
import { sparqlTokens } from "./sparql-tokens.ts";

/** What a parser says, as a sentence of its own and a place in the query as it was written. */
export function syntaxFault(
  message: string,
  parsed: string,
  written: string,
  originalOffset: (offset: number) => number,
): TripleStoreError {
  const prefix = /Unknown prefix: ?(\S*)/u.exec(message)?.[1];
  if (prefix !== undefined) {
    const use = sparqlTokens(written).find(
      ({ kind, text }) => kind === "prefixed" && text.startsWith(`${prefix}:`),
    );
    return fault(
      `The prefix "${prefix}:" is not declared.`,
      written,
      use?.start,
      "Declare it: PREFIX name: <namespace>.",
    );
  }
  if (/call stack/u.test(message))
    return fault(
      "The query is nested too deeply.",
      written,
      undefined,
      "Write it with fewer parentheses and braces inside each other; VALUES takes many terms at once.",
    );
  const offset = offsetOf(message, parsed);
  if (offset === undefined && !/^Parse error/u.test(message))
    return fault(message.split("\n")[0] ?? "The query is not valid.", written, undefined);
  const isSurplus = /Redundant input/u.test(message);
  if (!isSurplus && (offset === undefined || offset >= parsed.trimEnd().length))
    return fault(
      "The query ends too early: something is missing at its end.",
      written,
      written.trimEnd().length,
    );
  const token = sparqlTokens(parsed).findLast(({ start }) => start <= (offset ?? 0));
  const what = `"${(token?.text ?? "").slice(0, 40)}"`;
  return fault(
    isSurplus ? `The query is over before ${what}.` : `${what} cannot stand here.`,
    written,
    originalOffset(isSurplus ? (token?.start ?? 0) : (offset ?? 0)),
  );
}

/** A run of letters and digits that no query has. */
export function endlessFault(written: string, offset: number): TripleStoreError {
  return fault(
    `"${written.slice(offset, offset + 20)}…" is too long for a word.`,
    written,
    offset,
    "Put names in <…>, texts in quotation marks, and ? before variables.",
  );
}

function fault(
  sentence: string,
  written: string,
  offset: number | undefined,
  hint?: string,
): TripleStoreError {
  const place = offset === undefined ? "" : ` (${lineAndColumn(written, offset)})`;
  return new TripleStoreError(
    {
      kind: "syntax",
      engineMessage: `SPARQL syntax error${place}: ${sentence.slice(0, 240)}`,
      ...(offset === undefined ? {} : { offset }),
    },
    hint === undefined ? {} : { hint },
  );
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The parser names an offset for a character that begins no token, and draws an arrow below the line for a token that is out of place. */
function offsetOf(message: string, parsed: string): number | undefined {
  const named = /at offset: (\d+)/u.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  const line = /on line (\d+)/u.exec(message)?.[1];
  const arrow = /^(-*)\^/mu.exec(message)?.[1];
  if (line === undefined || arrow === undefined) return undefined;
  const before = parsed.split("\n").slice(0, Number(line) - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + arrow.length;
}
