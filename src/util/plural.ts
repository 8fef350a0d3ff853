const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `child children|person people|man men|woman women|foot feet|datum data|medium media|criterion criteria|
  index indices|matrix matrices|vertex vertices|analysis analyses|basis bases|crisis crises|status status`
    .split(/[|\n]+ */u)
    .map((pair) => pair.split(" ") as [string, string]),
);

/** True when the folded English words are the same but for singular and plural. */
export function sameButForNumber(a: string, b: string): boolean {
  return a === b || isPluralOf(a, b) || isPluralOf(b, a);
}

function isPluralOf(plural: string, singular: string): boolean {
  if (singular.length < 2) return false;
  if (plural === `${singular}s` || plural === `${singular}es`) return true;
  if (IRREGULAR.get(singular) === plural) return true;
  if (/[^aeiou]y$/u.test(singular)) return plural === `${singular.slice(0, -1)}ies`;
  if (singular.endsWith("fe")) return plural === `${singular.slice(0, -2)}ves`;
  return /[lraeo]f$/u.test(singular) && plural === `${singular.slice(0, -1)}ves`;
}

/** The folded singular of an irregular plural, or the plural of such a singular. */
export function irregularCounterpart(word: string): string | undefined {
  return IRREGULAR.get(word) ?? SINGULAR.get(word);
}

const SINGULAR: ReadonlyMap<string, string> = new Map([...IRREGULAR].map(([one, many]) => [many, one]));

/** The plural of an English noun; of several words the last is changed. Words that are no plain letters stay as they are. */
export function pluralOf(noun: string): string {
  const [, before = "", word = ""] = /^(.*?)([a-z]+)$/isu.exec(noun) ?? [];
  if (word === "") return noun;
  const irregular = IRREGULAR.get(word.toLowerCase());
  if (irregular !== undefined) return before + (word[0] ?? "") + irregular.slice(1);
  if ([...IRREGULAR.values()].includes(word.toLowerCase())) return noun;
  if (/[^aeiou]y$/iu.test(word)) return `${before}${word.slice(0, -1)}ies`;
  if (/(?:[sxz]|[cs]h)$/iu.test(word))
    return /[^s]s$/iu.test(word) && !/[iu]s$/iu.test(word) ? noun : `${noun}es`;
  return `${noun}s`;
}
