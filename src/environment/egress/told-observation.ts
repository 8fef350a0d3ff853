import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ActContext } from "../act-context.ts";
import type { Observation } from "../observation.ts";
import type { References } from "../references.ts";
import type { FailingPart, Finding, Suggestion, ToolFailure } from "../tool-failure.ts";
import type { Workspace } from "../workspace.ts";
import { type EgressScope, jsonForm, knowsName, withinEgress } from "./egress-scope.ts";
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

function toldSuggestions(suggestions: readonly Suggestion[], scope: EgressScope): readonly Suggestion[] {
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
function toldData(data: Json, schema: JsonObject, scope: EgressScope): Json {
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

type ScopeOf = (workspace: Workspace, context: ActContext, name?: string) => Promise<EgressScope>;

/**
 * Names of what can be handed over without values: a column that an engine has named by a cell (PIVOT) is not offered. The values themselves go
 * past every prompt, and stay whole.
 */
export function toldReferences(references: References, scopeOf: ScopeOf): References {
  return {
    ...references,
    async list(workspace, context) {
      const scope = await scopeOf(workspace, context);
      const own = await withinEgress(scope, () => references.list(workspace, context));
      return own.filter(({ name }) => isKnown(name, scope));
    },
    async read(workspace, name, context) {
      const scope = await scopeOf(workspace, context, name);
      const { values, failure } = await withinEgress(scope, () => references.read(workspace, name, context));
      return failure === undefined ? { values } : { failure: toldFailure(failure, scope) };
    },
  };
}

/** How environments call their results says nothing of their content; behind the point stands a name of the schema, or of a cell. */
function isKnown(name: string, scope: EgressScope): boolean {
  const rest = /^[^.]+\.(.*)$/su.exec(name)?.[1] ?? "";
  return !/^\d+$/u.test(rest) && knowsName(rest, scope);
}
