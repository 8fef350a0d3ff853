const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `wrote write written write born bear bore bear died die dying die dead die made make won win sang sing sung sing built build grew grow
  children child people person men man women woman wives wife lives live lived live living live led lead spoke speak spoken speak shot shoot
  flew fly flown fly drew draw drawn draw ran run taught teach held hold lay lie lies lie lain lie lying lie sold sell bought buy fought fight
  founded found founding found founds found founder founder buried bury married marry wed marry weds marry wedded marry feet foot cities city countries country
  series series species species movies movie acted act acts act starring star starred star stars star countries country studies study
  languages language has have had have does do did do is be are be was be were be been be being be came come went go gave give took take
  began begin chose choose sank sink left leave met meet lent lend knew know known know saw see seen see stood stand thought think
  wore wear worn wear sat sit sits sit named name said say sent send put put set set cut cut hit hit let let cast cast read read cost cost`
    .split(/\s+/u)
    .reduce<[string, string][]>((pairs, word, at, all) => {
      if (at % 2 === 0) pairs.push([word, all[at + 1] ?? word]);
      return pairs;
    }, []),
);

/** Verbs whose past tense does not show that they end in "e". */
const SHORT_VERBS: ReadonlyMap<string, string> = new Map(
  "base name use rate make rule hire fire date face fade hate hope like love move note race save size time tune type vote care cite code age"
    .split(" ")
    .flatMap((verb) =>
      [`${verb}d`, `${verb.slice(0, -1)}ing`, `${verb}s`].map((form) => [form, verb] as const),
    ),
);

/**
 * One text for all inflections of a folded English word (`directed`, `directs`, `directing`; `wives`, `wife`), irregular ones too. What is made from
 * a word by derivation (`director`) keeps a key of its own.
 */
export function wordKey(word: string): string {
  return cut(IRREGULAR.get(word) ?? SHORT_VERBS.get(word) ?? inflected(word));
}

function inflected(word: string): string {
  if (word.length <= 3 || !/^[a-z-]+$/u.test(word)) return word;
  if (/[^aeiou]ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/u.test(word)) return word.slice(0, -2);
  if (/[^su]s$/u.test(word)) return word.slice(0, -1);
  if (/[^aeiou]ied$/u.test(word)) return `${word.slice(0, -3)}y`;
  const past = /^(.*[aeiouy].*)(?:ed|ing)$/u.exec(word)?.[1];
  if (past === undefined || past.length < 2) return word;
  return past.replace(/([bdgklmnprt])\1$/u, "$1");
}

/** Without a last `e`, so that `releas-ed` and `release` come together. */
function cut(word: string): string {
  return word.length > 4 && word.endsWith("e") ? word.slice(0, -1) : word;
}

/** The keys of the words of a phrase, joined by spaces. */
export function phraseKey(words: readonly string[]): string {
  return words.map(wordKey).join(" ");
}
