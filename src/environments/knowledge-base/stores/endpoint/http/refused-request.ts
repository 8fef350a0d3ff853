import { type StoreErrorKind, TripleStoreError } from "../../../store/triple-store-error.ts";
import { plainSentence } from "./plain-sentence.ts";

/** Engines' sentences, by what they are about. The first that fits counts. */
const SENTENCES: readonly (readonly [RegExp, StoreErrorKind])[] = [
  [
    /estimated execution time|exceeds the limit of \d+ \(sec\)|query (?:is )?too (?:complex|expensive)/iu,
    "refused",
  ],
  [/time-?out|timed out|S1T00|TimeoutException|exceeded .*time|deadline/iu, "time-limit"],
  [
    /no permission to execute|SECURITY:|read-?only|updates? (?:is|are) not|not allowed to update/iu,
    "not-read-only",
  ],
  [/memory (?:limit|exhausted)|out of memory|too (?:large|big|many)/iu, "too-large"],
  [
    /syntax error|parse ?(?:error|exception)|malformed ?query|SP030|Lexical error|Encountered|mismatched input|expected|undefined prefix|prefix not found/iu,
    "syntax",
  ],
];

/** An answer that is no success, as what the caller can act on. @param query is where an offset points into */
export function refusedRequest(
  status: number,
  body: string,
  query: string,
  secrets: readonly string[],
): TripleStoreError {
  const said = plainSentence(body, secrets);
  const engineMessage = said === "" ? `The endpoint answered with status ${status}.` : said;
  if (status === 401 || status === 403 || status === 407)
    return new TripleStoreError(
      { kind: "unavailable", engineMessage: `The endpoint refuses access (${status}): ${engineMessage}` },
      { hint: "Check the user, password or key for this endpoint." },
    );
  if (status === 404 || status === 410)
    return new TripleStoreError(
      { kind: "unavailable", engineMessage: `There is no endpoint at this address (${status}).` },
      { hint: "Check the path of the address; many servers have /sparql or /query." },
    );
  if (status === 413 || status === 414)
    return new TripleStoreError({
      kind: "too-large",
      engineMessage: "The endpoint takes no query this long.",
    });
  if ([429, 502, 503, 504].includes(status))
    return new TripleStoreError({
      kind: status === 504 ? "time-limit" : "unavailable",
      engineMessage: `The endpoint does not take requests now (${status}): ${engineMessage}`,
    });
  const kind =
    SENTENCES.find(([pattern]) => pattern.test(body))?.[1] ?? (status === 400 ? "syntax" : "refused");
  const offset = kind === "syntax" ? offsetOf(said, query) : undefined;
  return new TripleStoreError({ kind, engineMessage, ...(offset === undefined ? {} : { offset }) });
}

/** Engines point by line and column, or by line alone. */
function offsetOf(said: string, query: string): number | undefined {
  const at = /line (\d+),? ?(?:column|col|position) (\d+)/iu.exec(said) ?? /\bat (\d+):(\d+)\b/u.exec(said);
  const line = Number(at?.[1] ?? /\bline (\d+)/iu.exec(said)?.[1]);
  if (!Number.isInteger(line) || line < 1) return undefined;
  const lines = query.split("\n");
  if (line > lines.length) return undefined;
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const column = at === null ? 1 : Number(at[2]);
  return Math.min(query.length, start + Math.max(0, column - 1));
}
