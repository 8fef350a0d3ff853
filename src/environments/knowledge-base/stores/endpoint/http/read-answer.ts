import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { malformedAnswer } from "../results/malformed-answer.ts";
import { readJsonResults } from "../results/read-json-results.ts";
import { readXmlResults } from "../results/read-xml-results.ts";
import type { SparqlAnswer } from "../results/sparql-answer.ts";
import { plainSentence } from "./plain-sentence.ts";

/**
 * The result in a successful response: JSON or XML, whichever it is, and never what the engine itself calls a part of it.
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
  const answer = start.startsWith("{") ? readJsonResults(text) : readXml(type, start, text);
  const limit = Number(headers.get("x-sparql-maxrows") ?? Number.NaN);
  return Number.isInteger(limit) && limit > 0 ? { ...answer, rowLimit: limit } : answer;
}

function readXml(type: string, start: string, text: string): SparqlAnswer {
  if (start.replace("\uFEFF", "").startsWith("<")) return readXmlResults(text);
  throw malformedAnswer(
    type === "" || /json|xml/u.test(type)
      ? "is neither SPARQL JSON nor XML"
      : `is of the type ${type.slice(0, 60)} and no SPARQL result`,
  );
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
