import { AsyncLocalStorage } from "node:async_hooks";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";
import type { Withheld } from "./egress-level.ts";

declare const MARK: unique symbol;

/**
 * A text of which each part is marked: own words, a name, what was written, a count, or a value in the form that the level allows. Only `say` and the
 * marks below make one; cut or joined by other means it is a plain string again.
 */
export type Marked = string & { readonly [MARK]: true };

/** What may stand in a marked text: marked texts, lists of them, and without a mark counts and texts that stand in the source. */
type Part<T> = T extends Marked | number | readonly Marked[]
  ? T
  : T extends string
    ? object extends Readonly<Record<T, 1>>
      ? Marked
      : T
    : Marked;

/** Data of which each text is marked. Below the level `all` a place of which the output schema says nothing holds a value. */
export type MarkedJson =
  | Marked
  | number
  | boolean
  | null
  | undefined
  | readonly MarkedJson[]
  | { readonly [name: string]: MarkedJson };
export type MarkedObject = { readonly [name: string]: MarkedJson };

type Parts<T extends readonly unknown[]> = { [At in keyof T]: Part<T[At]> };

/** What may be told while one call into an environment runs. */
export interface EgressScope {
  readonly level: Withheld;
  /** True for a name of the schema, and for texts that the person or the model has written. */
  readonly knows: (text: string) => boolean;
  /** Names that the environment has met in this call. */
  readonly names: Set<string>;
  /** Texts made by marks in this call: those with a value's form in them map to false. */
  readonly marked: Map<string, boolean>;
}

// Texts and layouts are made in some hundred places; the level is needed where a value enters one.
const scopes = new AsyncLocalStorage<EgressScope>();

/** Sentences that stand in the source as they are, so that constants need no scope. */
const OWN = new Set<string>([""]);

/** Runs a call whose result is for a model; everything that it awaits is in the scope. */
export function withinEgress<Result>(scope: EgressScope, call: () => Result): Result {
  return scopes.run(scope, call);
}

/** Makes what the person is shown, an answer: nothing in it is withheld. */
export function forPerson<Result>(make: () => Result): Result {
  return scopes.exit(make);
}

/** A text for a person with what a model may read of it, where that is less: made once for each of them. */
export function forBoth(make: () => string): { readonly text: string; readonly told?: string } {
  const told = make();
  if (scopes.getStore() === undefined) return { text: told };
  return { text: forPerson(make), told };
}

/** What may be told in the call that runs now; undefined where everything may. */
export function egressLevel(): Withheld | undefined {
  return scopes.getStore()?.level;
}

function keep(text: string, isWhole: boolean): Marked {
  const marked = scopes.getStore()?.marked;
  marked?.set(text, isWhole && marked.get(text) !== false);
  return text as Marked;
}

function isForm(part: unknown): boolean {
  return typeof part === "string" && scopes.getStore()?.marked.get(part) === false;
}

/** A text for a model, lists with commas between: `say\`${schemaName(table)} has ${rows} rows, as ${redacted(cell)}.\`` */
export function say<const T extends readonly unknown[]>(
  texts: TemplateStringsArray,
  ...parts: Parts<T>
): Marked {
  const all: readonly unknown[] = parts;
  const textOf = (part: unknown) => (Array.isArray(part) ? part.join(", ") : String(part));
  const text = texts.reduce((made, next, at) => `${made}${textOf(all[at - 1])}${next}`);
  if (all.length === 0) OWN.add(text);
  return keep(text, !all.flat().some(isForm));
}

/** A value of the environment: whole, or its form. Foreign texts such as an engine's message count as one value. */
export function redacted(text: string | number): Marked {
  const level = egressLevel();
  return level === undefined ? (String(text) as Marked) : keep(valueForm(String(text), level), false);
}

/** The same for a value as code: the quotes around a text stay. */
export function redactedCode(code: string): Marked {
  const isText = code.length > 1 && code.startsWith("'") && code.endsWith("'");
  return isText ? say`'${written(code.slice(1, -1))}'` : redacted(code);
}

/** What the person or the model may have written itself: a name that it asked about stays, anything else is a value. */
export function written(text: string): Marked {
  const scope = scopes.getStore();
  return scope === undefined || isKnown(text, scope) ? keep(text, true) : redacted(text);
}

/** A name of the schema, or one that the environment gives itself (`r1`). */
export function schemaName(text: string): Marked {
  scopes.getStore()?.names.add(text);
  return keep(text, true);
}

/** Code and sentences of which the caller knows that no value is in them: made of names, of what was written and of its own functions. */
export function ownText(text: string): Marked {
  return keep(text, true);
}

/** Texts one behind the other; a plain one among them makes the whole one. */
export function joined<Text extends string>(parts: readonly Text[], separator: string): Text {
  const scope = scopes.getStore();
  const text = parts.join(separator) as Text;
  if (scope !== undefined && parts.every((part) => isTellable(part, scope))) keep(text, !parts.some(isForm));
  return text;
}

/** The lines of a marked text. */
export function linesOf(text: Marked): readonly Marked[] {
  return text.split("\n").map((line) => changed(text, () => line));
}

/** The text cut, trimmed, or otherwise changed by what adds nothing to it. One without marks has none afterwards. */
export function changed<Text extends string>(text: Text, change: (text: string) => string): Text {
  const scope = scopes.getStore();
  const next = change(text) as Text;
  if (scope !== undefined && (OWN.has(text) || scope.marked.has(text))) keep(next, !isForm(text));
  return next;
}

/** A value as JSON: null stays, names of members stay where they are known. */
export function redactedJson(data: Json): MarkedJson {
  const scope = scopes.getStore();
  return (scope === undefined ? data : jsonForm(data, scope)) as MarkedJson;
}

/** Every text, number and truth value in it by its form. */
export function jsonForm(data: Json, scope: Pick<EgressScope, "level" | "names" | "knows">): Json {
  if (data === null) return null;
  if (Array.isArray(data)) return data.map((each) => jsonForm(each, scope));
  if (!isObject(data)) return valueForm(String(data), scope.level);
  const members = Object.entries(data).map(([key, each], at): [string, Json] => [
    isKnown(key, scope) ? key : `${valueForm(key, scope.level)}${at}`,
    jsonForm(each as Json, scope),
  ]);
  return Object.fromEntries(members);
}

/** Whether a text may be told as it stands: it is known, or was made by marks. */
export function isTellable(text: string, scope: EgressScope): boolean {
  return OWN.has(text) || scope.marked.has(text) || isKnown(text, scope);
}

/** Whether it may be told and nothing in it is withheld. */
export function isWhole(text: string, scope: EgressScope): boolean {
  return OWN.has(text) || scope.marked.get(text) === true || isKnown(text, scope);
}

/** Whether a text may be told as it stands in the call that runs now. */
export function isTellableHere(text: string): boolean {
  const scope = scopes.getStore();
  return scope === undefined || isTellable(text, scope);
}

/** Whether it may be told in the call that runs now, and nothing in it is withheld. */
export function isWholeHere(text: string): boolean {
  const scope = scopes.getStore();
  return scope === undefined || isWhole(text, scope);
}

function isKnown(text: string, { names, knows }: Pick<EgressScope, "names" | "knows">): boolean {
  return text === "" || names.has(text) || knows(text);
}

/** What stands for a value of which nothing is told. */
export const UNTOLD = "•";

/** Whether a text says no more than that there is a value. */
export function isUntold(text: string): boolean {
  return text.includes(UNTOLD);
}

/** Longer forms would tell texts apart by their length and their words. */
const LONGEST_FORM = 12;

/** What is told of a value: nothing, or its first 12 characters with letters as x or X and digits as 9. A form is its own form. */
export function valueForm(text: string, level: Withheld): string {
  if (level === "schema") return UNTOLD;
  const form = [...text].slice(0, LONGEST_FORM + 1).map(formOf);
  return form.length > LONGEST_FORM ? `${form.slice(0, LONGEST_FORM - 1).join("")}…` : form.join("");
}

function formOf(character: string): string {
  if (/\p{Nd}|\p{No}|\p{Nl}/u.test(character)) return "9";
  if (/\p{Lu}|\p{Lt}/u.test(character)) return "X";
  if (/\p{L}|\p{M}/u.test(character)) return "x";
  return character === UNTOLD || /[\p{P}\p{Zs}$+<=>^|~]/u.test(character) ? character : "?";
}
