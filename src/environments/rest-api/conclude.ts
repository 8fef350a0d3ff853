import type { ActContext } from "../../environment/act-context.ts";
import type { Answer, Claim, Evidence } from "../../environment/answer.ts";
import type { ConcludeResult } from "../../environment/environment.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { renderValue } from "./response/render-value.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import type { Extraction, RestApiState } from "./rest-api-state.ts";

const MOST_MEMBERS = 100;

/** An answer in words, or the name of an extraction; its evidence are the calls that were made and what was read from them. */
export async function conclude(
  state: RestApiState,
  { text }: Claim,
  { environment, rules }: RestApiServices,
  context: ActContext,
): Promise<ConcludeResult> {
  if (state.calls.length === 0 && !rules.dryRun) {
    return {
      failure: {
        code: "no-answer",
        message: "Nothing was called yet: the answer has to rest on responses.",
        suggestions: [],
      },
    };
  }
  const written = text?.trim() ?? "";
  const named =
    written === ""
      ? state.extractions.at(-1)
      : state.extractions.find(({ name }) => name === written.toLowerCase());
  if (named === undefined && (written === "" || /^[er]\d+$/iu.test(written))) {
    const names = state.extractions.map(({ name }) => name);
    return {
      failure: {
        code: "no-answer",
        message: `${written === "" ? "There is no answer yet" : `"${written}" names no extraction`}. Say the answer in words, or name what was extracted${names.length === 0 ? "" : ` (${names.join(", ")})`}.`,
        suggestions: names.slice(-1).map((text) => ({ text })),
      },
    };
  }
  const answer = named === undefined ? { text: written } : await answerOf(named, context);
  return { answer, evidence: evidenceOf(state, environment) };
}

async function answerOf(
  { value }: Extraction,
  { artifacts, principal, limits }: ActContext,
): Promise<Answer> {
  const content = JSON.parse(new TextDecoder().decode(await artifacts.get(value.sha256, principal))) as Json;
  const text = renderValue(content, limits.characters);
  if (!Array.isArray(content)) return { text, value: content };
  const members = (content as readonly Json[]).filter(
    (item): item is JsonObject => typeof item === "object" && item !== null && !Array.isArray(item),
  );
  const all = members.length === (content as readonly Json[]).length;
  return {
    text,
    ...(all
      ? { members: members.slice(0, MOST_MEMBERS) }
      : { value: (content as readonly Json[]).slice(0, MOST_MEMBERS) }),
  };
}

function evidenceOf({ calls, extractions }: RestApiState, environment: string): Evidence {
  return {
    environment,
    kind: "rest-api",
    calls: calls.map(({ name, operation, arguments: given, url, status, pages }) => ({
      name,
      operation,
      arguments: given,
      url,
      status,
      ...(pages > 1 ? { pages } : {}),
    })),
    ...(extractions.length === 0
      ? {}
      : {
          preview: extractions.map(({ name, from, expression, program, preview }) => ({
            name,
            from,
            by: expression ?? program ?? "",
            value: preview,
          })),
        }),
  };
}
