import { scrubSecrets } from "../../../../../util/scrub-secrets.ts";
import { type StoreErrorKind, TripleStoreError } from "../../../store/triple-store-error.ts";
import { malformedAnswer, readJsonResults, type SparqlAnswer } from "../results/read-json-results.ts";

const LONGEST = 300;

/** What a server said, as one line without markup, credentials and the query that some servers repeat; at most 300 characters. */
export function plainSentence(body: string, secrets: readonly string[]): string {
  const isMarkup = /^\s*<(?:!doctype|html|\?xml|[a-z]+[\s>])/iu.test(body);
  const title = isMarkup ? /<title[^>]*>([\s\S]*?)<\/title>/iu.exec(body)?.[1] : undefined;
  const said = isMarkup
    ? resolved(
        body
          .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/giu, " ")
          .replace(/<!--[\s\S]*?-->/gu, " ")
          .replace(/<[^>]*>/gu, " "),
      )
    : withoutQuery(body);
  const text = scrubSecrets([resolved(title ?? ""), said].join(" ").replace(/\s+/gu, " ").trim(), secrets);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Virtuoso puts the query after its message, Java servers a stack trace. */
function withoutQuery(body: string): string {
  return body
    .replace(/\n\s*SPARQL query:[\s\S]*/u, "")
    .replace(/^SPARQL-QUERY:[\s\S]*?(?=java\.)/u, "")
    .replace(/\n\s+at [\w.$/<>]+\([\s\S]*/u, "");
}

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

/**
 * The result in a successful response, and never what the engine itself calls a part of it.
 *
 * @throws TripleStoreError `malformed`; `time-limit` for a partial result
 */
export function readAnswer(headers: Headers, text: string, secrets: readonly string[]): SparqlAnswer {
  const state = headers.get("x-sql-state");
  if (state !== null || headers.has("x-sparql-anytime"))
    throw new TripleStoreError({
      kind: "time-limit",
      engineMessage:
        state === null || state === "S1TAT"
          ? "The endpoint stopped at its time limit and gave a part of the result only."
          : plainSentence(headers.get("x-sql-message") ?? state, secrets),
    });
  const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const start = text.trimStart().slice(0, 200);
  if (start === "") throw malformedAnswer("is empty");
  if (type === "text/html" || /^<(?:!doctype\s+html|html)\b/iu.test(start)) throw webPage(text, secrets);
  if (!start.startsWith("{")) {
    throw malformedAnswer(
      type === "" || type.includes("json")
        ? "is not SPARQL JSON"
        : `is of the type ${type.slice(0, 60)}, and SPARQL JSON was asked for`,
    );
  }
  const answer = readJsonResults(text);
  const limit = Number(headers.get("x-sparql-maxrows") ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? { ...answer, rowLimit: limit } : answer;
}

function webPage(text: string, secrets: readonly string[]): TripleStoreError {
  const said = plainSentence(text, secrets).slice(0, 120);
  return new TripleStoreError(
    {
      kind: "malformed",
      engineMessage: `The server answered with a web page ("${said}"), not with a result.`,
    },
    { hint: "The address may be that of the query form, or the server may want a login." },
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function resolved(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/giu, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = /^#x/iu.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
