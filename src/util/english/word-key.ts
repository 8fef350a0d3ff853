import { irregularCounterpart, pluralOf } from "../plural.ts";

/** Irregular forms, each before its base word; words that only look like forms map to themselves. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `wrote write|written write|born bear|bore bear|died die|dying die|dead die|made make|won win|sang sing|sung sing|built build|grew grow|wives wife
  lives live|lived live|living live|led lead|spoke speak|spoken speak|shot shoot|flew fly|flown fly|drew draw|drawn draw|ran run|taught teach|held hold
  lies lie|lain lie|lying lie|sold sell|bought buy|fought fight|founded found|founding found|founds found|founder founder|married marry|wed marry
  weds marry|wedded marry|used use|using use|uses use|acted act|acts act|starred star|starring star|has have|had have|does do|did do|is be|are be|was be|were be
  been be|being be|came come|went go|gave give|took take|began begin|chose choose|sank sink|left leave|met meet|lent lend|knew know|known know|saw see
  seen see|stood stand|thought think|spent spend|wore wear|worn wear|sat sit|said say|sent send|news news|series series|species species|status status|address address
  us us|this this|need need|bus bus`
    .split(/[|\n]\s*/u)
    .map((pair) => pair.trim().split(" ") as [string, string]),
);
const DOUBLED = /([bdgklmnprt])\1$/u;
const VOWEL = /[aeiouy]/u;

/** A cache: documents repeat few words very often. */
const KEYS = new Map<string, string>();
const MOST_STORED = 20_000;

/**
 * The common key of one folded English word's forms, irregular ones too: `movies`, `movie` → `movi`; `wrote`, `writes` → `writ`. Not itself a word.
 * Derived words (`director`) have a key of their own.
 */
export function wordKey(word: string): string {
  let key = KEYS.get(word);
  if (key === undefined) {
    const known = IRREGULAR.get(word);
    key = known === word || word.length < 3 ? word : ended(known ?? withoutInflection(singular(word)));
    if (KEYS.size >= MOST_STORED) KEYS.clear();
    KEYS.set(word, key);
  }
  return key;
}

/** The keys of the words of a phrase, joined by spaces. */
export function phraseKey(words: readonly string[]): string {
  return words.map(wordKey).join(" ");
}

function singular(word: string): string {
  const counterpart = irregularCounterpart(word);
  if (counterpart !== undefined && counterpart !== word && pluralOf(counterpart) === word) return counterpart;
  if (/(?:ss|us|is)$/u.test(word)) return word;
  if (/(?:[sxz]|[cs]h)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function withoutInflection(word: string): string {
  const [, stem] = /^(.{3,})(?:ing|(?<!e)ed)$/u.exec(word) ?? [];
  return stem !== undefined && VOWEL.test(stem) ? stem : word;
}

function ended(stem: string): string {
  const single = stem.length > 3 ? stem.replace(DOUBLED, "$1") : stem;
  return single.length > 3 ? single.replace(/(?:ie|y)$/u, "i").replace(/(?<!i)e$/u, "") : single;
}
