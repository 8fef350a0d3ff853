import { AsyncLocalStorage } from "node:async_hooks";
import { isObject } from "../../util/is-object.ts";
import type { Json } from "../../util/json.ts";
import type { Withheld } from "./egress-level.ts";
import { wordsOf } from "./words-of.ts";

/** What may be told while one call into an environment runs. */
export interface EgressScope {
  readonly level: Withheld;
  /** True for a word of the schema or of a tool, and for one that the person or the model has written; in lower case. */
  readonly knows: (word: string) => boolean;
  /** True for words that the person or the model has written one after another. */
  readonly wrote: (text: string) => boolean;
  /** From here on words of the schema, which an environment that cannot list all of it has met only now. */
  readonly learn: (texts: readonly string[]) => void;
  /** Code that advice has made so far, told as it stands; absent where no advice is given. */
  readonly advised?: Set<string>;
}

// Values enter texts in many places, most of which only make the text: what may be told would have to be handed through all of them.
const scopes = new AsyncLocalStorage<EgressScope>();

// Of an answer, which is the person's, only what is found wrong with it is for the model.
const concluding = new AsyncLocalStorage<EgressScope>();

/** Runs the making of an answer: nothing in it is withheld but what it does by `forModel`. */
export function whileConcluding<Result>(scope: EgressScope, call: () => Result): Result {
  return concluding.run(scope, call);
}

/** Runs what tells a model why an answer is none, or what may be wrong with it. */
export function forModel<Result>(call: () => Result): Result {
  const scope = concluding.getStore();
  return scope === undefined ? call() : scopes.run(scope, call);
}

/** Runs a call whose result is for a model; everything that it awaits is in the scope. */
export function withinEgress<Result>(scope: EgressScope, call: () => Result): Result {
  return scopes.run(scope, call);
}

/** Of the call that runs now; undefined where everything may be told. */
export function egressScope(): EgressScope | undefined {
  return scopes.getStore();
}

/** A value of the environment as it may stand in a text for a model. Each place that writes one into a text calls it. */
export function told(text: string): string {
  const scope = scopes.getStore();
  return scope === undefined ? text : valueForm(text, scope.level);
}

/** The same for what the model may have written itself: a name that it asked about stays. */
export function toldName(text: string): string {
  const scope = scopes.getStore();
  return scope === undefined || scope.wrote(text) ? text : valueForm(text, scope.level);
}

/** A name of the schema, or one that the environment gives itself (`r1`), which may be told. */
export function schemaName(name: string): string {
  scopes.getStore()?.learn([name]);
  return name;
}

/**
 * Code that advice makes of names, of what was written and of its own functions, formats and numbers: it may be told as it stands. Never for code
 * that has a value in it.
 */
export function advised(code: string): string {
  scopes.getStore()?.advised?.add(code);
  return code;
}

/** The same for a value as JSON: null stays, names of members stay where they are known. */
export function toldJson(value: Json): Json {
  const scope = scopes.getStore();
  return scope === undefined ? value : jsonForm(value, scope);
}

/** Whether a name may be told as it is: all of its words are known. One of signs alone (`€`) is as likely a value. */
export function knowsName(name: string, { knows }: Pick<EgressScope, "knows">): boolean {
  const words = [...wordsOf([name])];
  return name === "" || (words.length > 0 && words.every(knows));
}

/** Every text, number and truth value in it by its form. */
export function jsonForm(value: Json, scope: EgressScope): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((each) => jsonForm(each, scope));
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, each], at): [string, Json] => [
      knowsName(name, scope) ? name : `${valueForm(name, scope.level)}${at}`,
      jsonForm(each as Json, scope),
    ]);
    return Object.fromEntries(members);
  }
  return valueForm(String(value), scope.level);
}

/** What stands for a value of which nothing is told. */
export const UNTOLD = "•";

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
