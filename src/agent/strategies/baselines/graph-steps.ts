import type { Action } from "../../../environment/action.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import { relevance } from "../../../util/english/relevance.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { Permitted } from "../../policy-request.ts";
import { objectOf, textOf } from "../api-team/role-form.ts";
import { command, type RoleStep } from "../role-turns.ts";
import type { BaselineState } from "./baseline.ts";

/** An entity of the question: the argument that calls take, and its name. */
export type LinkedEntity = { readonly argument: string; readonly title: string };

/** Entities taken from the environment's own linking. */
const MOST_LINKED = 5;
/** Permitted actions read to find them; classes are listed after entities and relations. */
const MOST_PERMITTED = 1000;

/**
 * The entities of the question: the given ones, else those that the environment offers to look at before anything was done. No model is asked.
 */
export function linkedEntities(
  options: readonly Permitted[],
  given: readonly string[] | undefined,
): readonly LinkedEntity[] {
  const offered = options.flatMap((option): readonly LinkedEntity[] => {
    if (option.type !== "action" || option.action.tool !== "get_relations") return [];
    const argument = textOf(option.action.arguments.variable);
    const [, title = argument] = /^get_relations\((.*?)(?: \[[^[\]]*\])?\)$/su.exec(option.label) ?? [];
    return [{ argument, title }];
  });
  if (given === undefined) return offered.slice(0, MOST_LINKED);
  return given.map((name) => {
    const known = offered.find(({ argument, title }) => argument === name || title === name);
    return { argument: name, title: known?.title ?? name };
  });
}

/** Classes taken from the environment's schema, and how near to the question their names have to be. */
const MOST_CLASSES = 3;
const NEAR_CLASS = 0.8;

/** The classes that the question names. */
export function linkedClasses(options: readonly Permitted[], question: string): readonly string[] {
  const { score } = relevance(question, EMPTY_WORDS);
  return options
    .flatMap((option) => {
      if (option.type !== "action" || option.action.tool !== "instances") return [];
      const name = textOf(option.action.arguments.class);
      const label = option.label.replace(/^instances\(|\)$/gu, "");
      return Math.max(score(name), score(label)) >= NEAR_CLASS ? [name] : [];
    })
    .slice(0, MOST_CLASSES);
}

/** A relation or an attribute of a set, with its name in words. */
export type NamedRelation = { readonly name: string; readonly label: string };

/** Lists all relations of a set: the nearest to the question, and those left out of that list. */
export function listRelations(variable: string): readonly Use[] {
  return [
    { tool: "get_relations", arguments: { variable } },
    { tool: "get_relations", arguments: { variable, more: true } },
  ];
}

/** The relations, attributes, classes or entities in a result, each once. */
export function namedIn(event: ActionEvent, known: readonly NamedRelation[] = []): readonly NamedRelation[] {
  if (event.type === "action-failed") return known;
  const { relations, attributes, classes, entities } = event.observation.data;
  const found = [
    ...[...namesIn(relations, "relation"), ...namesIn(attributes, "attribute")],
    ...[...namesIn(classes, "class"), ...namesIn(entities, "id")],
  ];
  return [...new Map([...known, ...found].map((each) => [each.name, each])).values()];
}

function namesIn(value: Json | undefined, member: string): readonly NamedRelation[] {
  if (!Array.isArray(value)) return [];
  return value
    .map(objectOf)
    .map((each) => ({ name: textOf(each?.[member]), label: textOf(each?.["label"]) }))
    .filter(({ name }) => name !== "");
}

export type MadeSet = { readonly variable: string; readonly size: number; readonly kind: string };

/** The set that a call has made; undefined where the call failed or the set is empty. */
export function madeSet(event: ActionEvent): MadeSet | undefined {
  if (event.type === "action-failed") return undefined;
  const { variable, size, kind } = event.observation.data;
  if (typeof size !== "number" || size === 0) return undefined;
  return { variable: textOf(variable), size, kind: textOf(kind) };
}

export type Use = { readonly tool: string; readonly arguments: JsonObject };
export type ActionEvent = Extract<RunEvent, { type: "action-observed" | "action-failed" }>;

/** Calls whose results are waited for. */
export function act<S extends BaselineState>(state: S, role: string, uses: readonly Use[]): RoleStep<S> {
  const { environment } = state;
  return command(
    state,
    uses.map((use) => ({ type: "act" as const, role, action: { environment, ...use } satisfies Action })),
  );
}

/** Asks the environment which entities and classes the question names. */
export const askPermitted = (role: string) => ({
  type: "permit" as const,
  ...{ role, thought: "", limit: MOST_PERMITTED },
});

const EMPTY_WORDS = new Set(
  "a an and at by for from has in is of on or that the this to was were with".split(" "),
);

/** How near a name is to words, from 0 to 1: by roots and parts of words, in both directions, so that neither may say much more than the other. */
export function nearness(words: string): (name: NamedRelation | string) => number {
  const asked = relevance(words, EMPTY_WORDS);
  return (name) => {
    const texts = typeof name === "string" ? [name] : [name.name, name.label];
    return Math.max(
      ...texts.map((text) => (asked.score(text) + relevance(text, EMPTY_WORDS).score(words)) / 2),
    );
  };
}

/** True for a label that only repeats the last part of a name in other spelling. */
export function repeats({ name, label }: NamedRelation): boolean {
  const words = nameWords(label).join(" ");
  return words === "" || ` ${nameWords(name).join(" ")}`.endsWith(` ${words}`);
}

/** The highest first; of equals in their order. */
export function byScore<T>(all: readonly T[], score: (each: T) => number, most = all.length): readonly T[] {
  const scored = all.map((each) => ({ each, score: score(each) }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ each }) => each);
}
