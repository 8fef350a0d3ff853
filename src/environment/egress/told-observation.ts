import { isObject } from "../../util/is-object.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ActContext } from "../act-context.ts";
import type { Observation } from "../observation.ts";
import type { ReferenceName, References } from "../references.ts";
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

/** One name as it is told, and as the environment has it. */
interface Told {
  readonly name: string;
  readonly own: ReferenceName;
}

/**
 * Names of what can be handed over without values: a column that an engine has named by a cell is told by its place among those of the same
 * result, `draft.4`, and is handed over by that. A place that something else is called by is not told. The values themselves go past every
 * prompt, and stay whole.
 */
export function toldReferences(references: References, scopeOf: ScopeOf): References {
  return {
    ...references,
    async list(workspace, context) {
      const scope = await scopeOf(workspace, context);
      const own = await withinEgress(scope, () => references.list(workspace, context));
      return toldNames(own, scope).map((each) => ({ ...each.own, name: each.name }));
    },
    async read(workspace, name, context) {
      const scope = await scopeOf(workspace, context);
      return await withinEgress(scope, async () => {
        const meant = PLACE.test(name)
          ? meantBy(name.trim(), await references.list(workspace, context), scope)
          : name;
        const { values, failure } = await references.read(workspace, meant, context);
        if (failure === undefined) return { values };
        const told = toldFailure(failure, await scopeOf(workspace, context, name));
        return { failure: meant === name ? told : { ...told, part: { ...told.part, text: name } } };
      });
    },
  };
}

const PLACE = /^\s*(?<head>[^.]+)\.(?<place>\d+)\s*$/u;

function toldNames(own: readonly ReferenceName[], scope: EgressScope): readonly Told[] {
  const known = own.filter(({ name }) => isKnown(name, scope));
  const taken = new Set(known.map(({ name }) => name));
  return own.flatMap((each): readonly Told[] => {
    if (taken.has(each.name)) return [{ name: each.name, own: each }];
    const place = placeOf(each, own);
    return place === undefined || taken.has(place) ? [] : [{ name: place, own: each }];
  });
}

/** The environment's own name for what a name was told for, else for what stands at a place: it may call something else by that number. */
function meantBy(name: string, own: readonly ReferenceName[], scope: EgressScope): string {
  const told = toldNames(own, scope).find((each) => each.name === name);
  return (told?.own ?? own.find((each) => placeOf(each, own) === name))?.name ?? name;
}

function placeOf({ name }: ReferenceName, own: readonly ReferenceName[]): string | undefined {
  const head = headOf(name);
  if (head === undefined) return undefined;
  const beside = own.filter((each) => headOf(each.name) === head);
  return `${head}.${beside.findIndex((each) => each.name === name) + 1}`;
}

/** Of `draft.title`, what the column is one of; the environment's own name. */
function headOf(name: string): string | undefined {
  const [, head] = /^([^.]+)\./su.exec(name) ?? [];
  return head;
}

/**
 * How environments call their results says nothing of their content; behind the point stands a name of the schema, or of a cell. A number would
 * be taken for a place.
 */
function isKnown(name: string, scope: EgressScope): boolean {
  const [, rest = ""] = /^[^.]+\.(.*)$/su.exec(name) ?? [];
  return !/^\d+$/u.test(rest) && knowsName(rest, scope);
}
