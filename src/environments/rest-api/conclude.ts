import type { ActContext } from "../../environment/act-context.ts";
import type { Answer, Claim, Evidence } from "../../environment/answer.ts";
import { forPerson, type Marked, say, schemaName, written } from "../../environment/egress/marks.ts";
import type { ConcludeResult } from "../../environment/environment.ts";
import { orFailure, Refusal } from "../../environment/refusal.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { visibleLines, visibleText } from "../../util/visible-text.ts";
import { renderValue } from "./response/render-value.ts";
import type { RestApiServices } from "./rest-api-services.ts";
import type { Extraction, RestApiState } from "./rest-api-state.ts";
import { namedValuesIn, readNamedValue, withNamedValues } from "./tools/named-values.ts";
import type { ToolCall } from "./tools/rest-api-tool.ts";
import { whatItHangsOn } from "./variants/what-it-hangs-on.ts";

const MOST_MEMBERS = 100;

/**
 * Concludes with an answer in words, or with the value of a named extraction. The evidence is the calls made and the values extracted. In words, `{e1}`
 * and `{e1[0].name}` are replaced by the values that they name.
 */
export function conclude(
  state: RestApiState,
  { text }: Claim,
  services: RestApiServices,
  context: ActContext,
): Promise<ConcludeResult<Marked>> {
  return orFailure(async () => {
    if (state.calls.length === 0 && !services.rules.dryRun)
      throw new Refusal("no-answer", say`Nothing was called yet: the answer has to rest on responses.`);
    const claimed = text?.trim() ?? "";
    const named = extractionNamed(claimed, state.extractions);
    const answer =
      named === undefined
        ? { text: await filledText(claimed, { state, services, context }) }
        : await answerOf(named, context);
    const hangsOn = await whatItHangsOn(state, answer.text, context);
    const evidence = evidenceOf(state, services.environment);
    return { answer, evidence: hangsOn.length === 0 ? evidence : { ...evidence, hangsOn } };
  });
}

/** The extraction that a text names, or the last one for an empty text. Undefined if the text is an answer in words. */
function extractionNamed(claimed: string, all: readonly Extraction[]): Extraction | undefined {
  const named =
    claimed === "" ? all.at(-1) : all.find(({ name }) => [name, `{${name}}`].includes(claimed.toLowerCase()));
  if (named !== undefined || (claimed !== "" && !/^[er]\d+$/iu.test(claimed))) return named;
  const names = all.map(({ name }) => schemaName(name));
  const wrong = claimed === "" ? "There is no answer yet" : say`"${written(claimed)}" names no extraction`;
  const known = names.length === 0 ? "" : say` (${names})`;
  const message = say`${wrong}. Say the answer in words, or name what was extracted${known}.`;
  const suggestions = names.slice(-1).map((name) => ({ text: name }));
  throw new Refusal("no-answer", message, undefined, suggestions);
}

/** Replaces names in braces by their values. */
async function filledText(written: string, call: ToolCall): Promise<string> {
  const values = new Map<string, Json>();
  const all = namedValuesIn(written);
  for (const named of all) {
    if (values.has(named.written)) continue;
    const read = await orFailure(async () => ({ value: await readNamedValue(named, call) }));
    if ("failure" in read) {
      const { message, part, suggestions } = read.failure;
      throw new Refusal("no-answer", message, part, suggestions);
    }
    values.set(named.written, read.value);
  }
  const budget = Math.floor(call.context.limits.characters / Math.max(1, all.length));
  return withNamedValues(written, (name) => answerText(values.get(name) ?? null, budget));
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

/** Renders scalars as plain text, and a list of scalars as a list. */
function answerText(content: Json, budget: number): string {
  const list = Array.isArray(content) ? (content as readonly Json[]) : [content];
  if (list.length === 0) return "nothing (an empty list)";
  const plain = list.every((item) => item !== null && typeof item !== "object");
  const text = visibleText(list.join(", "));
  return plain && text.length <= budget ? text : visibleLines(forPerson(() => renderValue(content, budget)));
}

function isMembers(item: Json): item is JsonObject {
  return typeof item === "object" && item !== null && !Array.isArray(item);
}

function evidenceOf({ calls, extractions }: RestApiState, environment: string): Evidence {
  return {
    environment,
    kind: "rest-api",
    calls: calls.map(({ name, operation, arguments: given, url, status, pages, times }) => ({
      name,
      operation,
      arguments: given,
      url,
      status,
      ...(pages > 1 ? { pages } : {}),
      ...(times === undefined ? {} : { times }),
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
