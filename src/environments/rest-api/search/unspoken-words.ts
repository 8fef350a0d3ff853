import { foldText } from "../../../util/fold-text.ts";
import type { Operation } from "../document/api-document.ts";
import { listOf, responseSchema, type Schemas } from "../document/schema-view.ts";
import { resultNames } from "./operation-fields.ts";
import { MOST_STEP_TEXT } from "./read-step.ts";
import { synonymsOf } from "./thesaurus.ts";
import { rootKey, wordKey } from "./word-key.ts";

/** Words that say nothing about what an operation is for. */
const COMMON = new Set(
  "a altogether an and any all are about after alphabetical best between both earliest enough fewest greatest highest largest learn least longest lowest newest number oldest several shortest smallest three two as at be been before by can do does each for from find first get give given has have her his how id if in into is it its kind kinds last latest list look made make many me more most much my name named no not now of on one only or other our out over page pages per please said search see show some such take tell than that the their them then there these they thing things this to up use value values want was were what when where which who whose will with would year you your".split(
    " ",
  ),
);
const MOST = 4;
/** A form that something has, such as `two-letter`. */
const COUNTED = /^(?:one|two|three|four|five|six|single|double)-/iu;
/** A word before one of these is one of their values: the horror genre. */
const LIKE_VALUES =
  /(?<=\b(?:a|an|the|of) )\p{Ll}+(?= (?:certificate|country|genre|keyword|language|tag)\b)/gu;

/**
 * Words of a step, names and numbers aside, of which nothing is said in any of the operations found for it: a sign that no operation does it. In the step's own
 * forms, at most four.
 */
export function unspokenWords(
  step: string,
  found: readonly Operation[],
  schemas: Schemas,
): readonly string[] {
  const spoken = new Set(found.flatMap((operation) => keysOf(textOf(operation, schemas))));
  const words = step
    .slice(0, MOST_STEP_TEXT)
    .replace(/"[^"]*"|“[^”]*”|\([^)]*\)/gu, " ")
    .replace(LIKE_VALUES, " ")
    .split(/[^\p{L}\p{M}'’-]+/u)
    .filter(
      (word, at) =>
        word.length > 2 &&
        !COMMON.has(word.toLowerCase()) &&
        !COUNTED.test(word) &&
        !(at > 0 && /^\p{Lu}/u.test(word)),
    );
  const unspoken = words.filter((word) => {
    const keys = keysOf(word);
    const meant = keys.flatMap((key) => [key, ...[...synonymsOf(key)].map(([other]) => other)]);
    return keys.length > 0 && !meant.some((key) => spoken.has(key));
  });
  return [...new Set(unspoken.map((word) => word.toLowerCase()))].slice(0, MOST);
}

function textOf(operation: Operation, schemas: Schemas): string {
  const { id, operationId = "", summary, description, tags, parameters } = operation;
  const names = parameters.map(({ name, description: about }) => `${name} ${about}`);
  const choices = parameters.flatMap(({ schema }) => listOf(schema["enum"]).map(String));
  const { kinds, properties } = resultNames(responseSchema(operation), schemas);
  return [id, operationId, summary, description, ...tags, ...names, ...choices, ...kinds, ...properties].join(
    " ",
  );
}

function keysOf(text: string): readonly string[] {
  const words = foldText(text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")).match(/\p{L}{3,}/gu) ?? [];
  return words.flatMap((word) => [wordKey(word), rootKey(word)]);
}
