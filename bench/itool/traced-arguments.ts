import type { ArtifactRef, ArtifactStore } from "../../src/environment/artifact-store.ts";
import type { Principal } from "../../src/environment/principal.ts";
import type { ItoolItem } from "../../src/evaluation/itool/itool-item.ts";
import type { RunEvent } from "../../src/trajectory/run-event.ts";
import { foldText } from "../../src/util/fold-text.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";

export interface TracedArgument {
  readonly operation: string;
  readonly name: string;
  readonly value: string;
  /** Where the value stands, or that it is the misspelled name put right; undefined where it stands nowhere before the call. */
  readonly from: "question" | "reply" | "correction" | "response" | undefined;
  /** An example in the API's document. */
  readonly inDocument: boolean;
}

/** Each value that was sent in calls, with where it comes from. */
export async function tracedArguments(
  events: readonly RunEvent[],
  { query, category, intended }: ItoolItem,
  examples: ReadonlySet<string>,
  { artifacts, principal }: { readonly artifacts: ArtifactStore; readonly principal: Principal },
): Promise<readonly TracedArgument[]> {
  const traced: TracedArgument[] = [];
  let replies = "";
  let responses = "";
  for (const event of events) {
    if (event.type === "question-answered" && event.reply.type === "answered")
      replies += `\n${event.reply.text}`;
    if (event.type !== "action-observed" && event.type !== "action-failed") continue;
    const { tool, arguments: given } = event.action;
    if (tool === "call_operation") {
      for (const [name, value] of scalarsOf(given["arguments"] ?? {})) {
        const from = holds(query, value)
          ? "question"
          : holds(replies, value)
            ? "reply"
            : category === "problematic" && holds(intended, value)
              ? "correction"
              : holds(responses, value)
                ? "response"
                : undefined;
        traced.push({
          operation: String(given["operation"]),
          name,
          value,
          from,
          inDocument: examples.has(value),
        });
      }
    }
    const calls = event.type === "action-observed" ? callsIn(event.workspace?.state) : [];
    const newest = tool === "call_operation" ? calls.at(-1) : undefined;
    if (newest !== undefined)
      responses += `\n${foldText(new TextDecoder().decode(await artifacts.get(newest.body.sha256, principal)))}`;
  }
  return traced;
}

/** Examples in an API's document, which a model may take for values; members of enumerations are values. */
export function examplesIn(document: Json): ReadonlySet<string> {
  const examples = new Set<string>();
  const members = new Set<string>();
  const look = (value: Json): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, each] of Object.entries(value)) {
      const found =
        key === "enum" || key === "default" ? members : /^examples?$/u.test(key) ? examples : undefined;
      if (found !== undefined) for (const [, text] of scalarsOf(each ?? null)) found.add(text);
      if (key === "description" && typeof each === "string")
        for (const match of each.matchAll(/such as `([^`]+)`/gu)) examples.add(match[1] ?? "");
      look(each ?? null);
    }
  };
  look(document);
  return new Set([...examples].filter((each) => !members.has(each)));
}

function callsIn(state: JsonObject | undefined): readonly { readonly body: ArtifactRef }[] {
  return (state as { readonly calls?: readonly { readonly body: ArtifactRef }[] } | undefined)?.calls ?? [];
}

function scalarsOf(value: Json, name = ""): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return value === null ? [] : [[name, String(value)]];
  return Object.entries(value).flatMap(([key, each]) =>
    scalarsOf(each ?? null, Array.isArray(value) ? name : key),
  );
}

function holds(text: string, value: string): boolean {
  const where = foldText(text);
  const what = foldText(value);
  const wordly = /[\p{L}\p{N}]/u;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    if (!wordly.test(where[at - 1] ?? " ") && !wordly.test(where[at + what.length] ?? " ")) return true;
  }
  return false;
}
