import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ActContext } from "../act-context.ts";
import type { Observation } from "../observation.ts";
import type { References } from "../references.ts";
import type { FailingPart, Finding, Suggestion, ToolFailure } from "../tool-failure.ts";
import type { Workspace } from "../workspace.ts";
import { type EgressScope, isTellable, isWhole, jsonForm, UNTOLD, valueForm, withinEgress } from "./marks.ts";

/** A text that was made by marks, or is known; any other is withheld whole. */
export function toldText(text: string, scope: EgressScope): string {
  return isTellable(text, scope) ? text : UNTOLD;
}

export function toldObservation(
  observation: Observation,
  outputSchema: JsonObject,
  scope: EgressScope,
): Observation {
  const { text, data, warnings, notes, truncation } = observation;
  return {
    text: toldText(text, scope),
    data: toldData(data, outputSchema, scope) as JsonObject,
    warnings: warnings.map((finding) => toldFinding(finding, scope)),
    notes: notes.map((finding) => toldFinding(finding, scope)),
    ...(truncation === undefined
      ? {}
      : { truncation: { ...truncation, howToSeeMore: toldText(truncation.howToSeeMore, scope) } }),
  };
}

/** A finding or a failure: what to try is left out where it would have to be written with a value. */
export function toldFinding<Said extends Finding | ToolFailure>(said: Said, scope: EgressScope): Said {
  const { message, suggestions, part } = said;
  return {
    ...said,
    message: toldText(message, scope),
    suggestions: toldSuggestions(suggestions, scope),
    ...(part === undefined ? {} : { part: toldPart(part, scope) }),
  };
}

function toldSuggestions(suggestions: readonly Suggestion[], scope: EgressScope): readonly Suggestion[] {
  return suggestions.flatMap(({ text, replaces, reason }) =>
    isWhole(text, scope)
      ? [
          {
            text,
            ...(replaces === undefined ? {} : { replaces: toldText(replaces, scope) }),
            ...(reason === undefined ? {} : { reason: toldText(reason, scope) }),
          },
        ]
      : [],
  );
}

function toldPart(part: FailingPart, scope: EgressScope): FailingPart {
  const { text } = part;
  return text === undefined ? part : { ...part, text: toldText(text, scope) };
}

/**
 * Data by the tool's output schema: where it says nothing of a place stands a value; a text is told where it was marked or is known; what it counts,
 * chooses from or answers with yes or no stays.
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
  if (type === "string" && typeof data === "string")
    return isTellable(data, scope) ? data : valueForm(data, scope.level);
  if ((type === "integer" || type === "number") && typeof data === "number") return data;
  if (type === "boolean" && typeof data === "boolean") return data;
  if (type === "array" && Array.isArray(data)) {
    return data.map((each) => toldData(each, (items ?? {}) as JsonObject, scope));
  }
  if (type === "object" && isObject(data)) {
    const known = (properties ?? {}) as JsonObject;
    const others = isObject(additionalProperties as Json) ? (additionalProperties as JsonObject) : {};
    return Object.fromEntries(
      Object.entries(data).map(([name, each], at) => {
        const own = known[name] as JsonObject | undefined;
        const shown = own !== undefined || isTellable(name, scope);
        return [
          shown ? name : `${valueForm(name, scope.level)}${at}`,
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
      return own.filter(({ name }) => isReferenceKnown(name, scope));
    },
    async read(workspace, name, context) {
      const scope = await scopeOf(workspace, context, name);
      const { values, failure } = await withinEgress(scope, () => references.read(workspace, name, context));
      return failure === undefined ? { values } : { failure: toldFinding(failure, scope) };
    },
  };
}

/** How environments call their results says nothing of their content; behind the point stands a name of the schema, or of a cell. */
function isReferenceKnown(name: string, scope: EgressScope): boolean {
  const rest = /^[^.]+\.(.*)$/su.exec(name)?.[1] ?? "";
  return !/^\d+$/u.test(rest) && isWhole(rest, scope);
}
