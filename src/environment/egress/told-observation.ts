import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { Observation } from "../observation.ts";
import type { FailingPart, Finding, Suggestion, ToolFailure } from "../tool-failure.ts";
import { type EgressScope, jsonForm } from "./egress-scope.ts";
import { mayBeTold, toldText } from "./told-text.ts";

/** What a model may read of an observation. Each place that puts a value into it has marked it already; this is the net below. */
export function toldObservation(
  observation: Observation,
  outputSchema: JsonObject,
  scope: EgressScope,
): Observation {
  const { text, data, warnings, notes, truncation } = observation;
  return {
    text: toldText(text, scope, "all"),
    data: toldData(data, outputSchema, scope) as JsonObject,
    warnings: warnings.map((finding) => toldFinding(finding, scope)),
    notes: notes.map((finding) => toldFinding(finding, scope)),
    ...(truncation === undefined
      ? {}
      : { truncation: { ...truncation, howToSeeMore: toldText(truncation.howToSeeMore, scope, "all") } }),
  };
}

export function toldFailure(failure: ToolFailure, scope: EgressScope): ToolFailure {
  return toldFinding(failure, scope);
}

/** A finding or a failure: what to try is left out where it would have to be written with a value. */
export function toldFinding<Said extends Finding | ToolFailure>(said: Said, scope: EgressScope): Said {
  const { message, suggestions, part } = said;
  return {
    ...said,
    message: toldText(message, scope, "counts"),
    suggestions: toldSuggestions(suggestions, scope),
    ...(part === undefined ? {} : { part: toldPart(part, scope) }),
  };
}

export function toldSuggestions(
  suggestions: readonly Suggestion[],
  scope: EgressScope,
): readonly Suggestion[] {
  return suggestions.flatMap(({ text, replaces, reason }) =>
    mayBeTold(text, scope)
      ? [
          {
            text,
            ...(replaces === undefined ? {} : { replaces: toldText(replaces, scope, "counts") }),
            ...(reason === undefined ? {} : { reason: toldText(reason, scope, "counts") }),
          },
        ]
      : [],
  );
}

function toldPart(part: FailingPart, scope: EgressScope): FailingPart {
  const { text } = part;
  return text === undefined ? part : { ...part, text: toldText(text, scope, "counts") };
}

/**
 * Data by the tool's output schema: where it says nothing of a place stands a value; a text is read like any other; what it counts, chooses from
 * or answers with yes or no stays.
 */
export function toldData(data: Json, schema: JsonObject, scope: EgressScope): Json {
  if (data === null) return null;
  const { type, properties, items, additionalProperties } = schema;
  const choices = (schema.anyOf ?? schema.oneOf) as readonly JsonObject[] | undefined;
  if (choices !== undefined) {
    const fitting = choices.find((choice) => fits(data, choice));
    return fitting === undefined ? jsonForm(data, scope) : toldData(data, fitting, scope);
  }
  if (schema.enum !== undefined || schema.const !== undefined) return data;
  if (type === "string" && typeof data === "string") return toldText(data, scope, "all");
  if ((type === "integer" || type === "number") && typeof data === "number") return data;
  if (type === "boolean" && typeof data === "boolean") return data;
  if (type === "array" && Array.isArray(data)) {
    return data.map((each) => toldData(each, (items ?? {}) as JsonObject, scope));
  }
  if (type === "object" && isObject(data)) {
    const known = (properties ?? {}) as JsonObject;
    const others = isObject(additionalProperties as Json) ? (additionalProperties as JsonObject) : {};
    return Object.fromEntries(
      Object.entries(data).map(([name, each]) => {
        const own = known[name] as JsonObject | undefined;
        return [
          own === undefined ? toldText(name, scope, "counts") : name,
          toldData(each as Json, own ?? others, scope),
        ];
      }),
    );
  }
  return jsonForm(data, scope);
}

function fits(data: Json, { type }: JsonObject): boolean {
  if (Array.isArray(data)) return type === "array";
  if (typeof data === "number") return type === "number" || type === "integer";
  return type === typeof data;
}
