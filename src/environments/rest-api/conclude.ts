import type { ActContext } from "../../environment/act-context.ts";
import type { Answer, Claim, Evidence } from "../../environment/answer.ts";
import type { ConcludeResult } from "../../environment/environment.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
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
  if (!Array.isArray(content)) return { text: answerText(content, limits.characters), value: content };
  const list = content as readonly Json[];
  const members = list.filter(isMembers);
  const shown = members.length === list.length && list.length > 0;
  return {
    text: answerText(content, limits.characters),
    ...(shown ? { members: members.slice(0, MOST_MEMBERS) } : { value: list.slice(0, MOST_MEMBERS) }),
    ...(list.length > MOST_MEMBERS ? { list: { total: list.length, full: value } } : {}),
  };
}

/** Plain values are read as they are, a list of them as a list. */
function answerText(content: Json, budget: number): string {
  const list = Array.isArray(content) ? (content as readonly Json[]) : [content];
  if (list.length === 0) return "nothing (an empty list)";
  const plain = list.every((item) => item !== null && typeof item !== "object");
  const text = visibleText(list.join(", "));
  return plain && text.length <= budget ? text : visibleLines(renderValue(content, budget));
}

function isMembers(item: Json): item is JsonObject {
  return typeof item === "object" && item !== null && !Array.isArray(item);
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
