import type { EgressWords } from "../../environment/egress/egress-level.ts";
import { wordsOf } from "../../environment/egress/words-of.ts";
import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import type { RestApiState } from "./rest-api-state.ts";

const ADVICE =
  "A value is named in braces: {e1} is what e1 holds, {e1[0].id} and {r1.results[0].id} are parts. Write it so as an argument of an operation that changes nothing, and in the final answer, where the person reads the value itself.";

/** The words of the document, which is the API's schema; the question, what the calls and extractions were made of, and their names. */
export function egressWords({ document, server }: Pick<RestApiServices, "document" | "server">): EgressWords {
  let known: ReadonlySet<string> | undefined;
  return {
    advice: ADVICE,
    names() {
      const { title, version, description, tags, operations, schemas } = document;
      const parts = { title, version, description, tags, operations, schemas: [...schemas], server };
      known ??= wordsOf(textsIn(parts as unknown as Json));
      return known;
    },
    written({ state }) {
      const { question = "", calls, extractions } = state as unknown as RestApiState;
      const made = calls.flatMap(({ name, operation, arguments: given }) => [
        name,
        operation,
        ...textsIn(given),
      ]);
      const read = extractions.flatMap(({ name, expression = "", program = "" }) => [
        name,
        expression,
        program,
      ]);
      return [question, ...made, ...read];
    },
  };
}

function textsIn(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null || typeof value === "boolean") return [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isObject(value)) return [String(value)];
  return Object.entries(value as JsonObject).flatMap(([name, each]) => [name, ...textsIn(each as Json)]);
}
