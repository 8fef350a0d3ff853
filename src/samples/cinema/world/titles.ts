import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Country } from "../cinema-world.ts";
import type { RandomStream } from "../random-stream.ts";
import { familyNames, femaleNames, maleNames } from "../words/names.ts";
import * as english from "../words/title-lexicon.ts";
import { adjectives, type Concept, concepts, massNouns, pairNouns } from "../words/title-lexicon.ts";

export interface Title {
  readonly title: string;
  readonly originalTitle: string;
}

/** A title in the country's language with its English counterpart. */
export function makeTitle(random: RandomStream, country: Country, cityNames: readonly string[]): Title {
  const language = country.language ?? "en";
  if (language === "en" || random.chance(0.08)) {
    const title = random.chance(0.12)
      ? nounTitle(random, "en").title
      : englishTitle(random, country, cityNames);
    return { title, originalTitle: title };
  }
  if (random.chance(0.13)) return namesTitle(random, country);
  if (language === "ko" || language === "hi" || language === "tr") return pairTitle(random, language);
  return nounTitle(random, language);
}

function nounTitle(random: RandomStream, language: Lexical): Title {
  const a = random.pick(concepts);
  const b = random.pick(concepts.filter((concept) => concept !== a));
  const adjective = random.pick(adjectives);
  const the = (noun: string) => (massNouns.has(noun) ? noun : `the ${noun}`);
  const both = (title: string, original: string | undefined) => ({ title, originalTitle: original ?? title });
  const grammar = language === "en" ? undefined : grammars[language];
  const pattern = random.next();
  if (pattern < 0.48) return both(`The ${a.en} of ${the(b.en)}`, grammar?.of(a, b));
  if (pattern < 0.72) return both(capitalised(`${the(a.en)} and ${the(b.en)}`), grammar?.and(a, b));
  return both(`The ${adjective[0]} ${a.en}`, grammar?.described(a, adjective));
}

function pairTitle(random: RandomStream, language: "ko" | "hi" | "tr"): Title {
  const column = language === "ko" ? 1 : language === "hi" ? 2 : 3;
  const [a, b] = random.sample(pairNouns, 2);
  if (a === undefined || b === undefined) throw new FuxiError("internal", "Two nouns are needed.");
  const koreanAnd = /[aeiou]$/.test(a[1]) ? "wa" : "gwa";
  const link = language === "ko" ? koreanAnd : language === "hi" ? " aur" : " ve";
  return { title: `${a[0]} and ${b[0]}`, originalTitle: `${a[column]}${link} ${b[column]}` };
}

const andWord = {
  en: "and",
  fr: "et",
  es: "y",
  it: "e",
  pt: "e",
  de: "und",
  pl: "i",
  da: "og",
  ja: "to",
  ko: "gwa",
  hi: "aur",
  tr: "ve",
};

function namesTitle(random: RandomStream, country: Country): Title {
  const she = random.pick(femaleNames[country.culture]);
  const he = random.pick(maleNames[country.culture]);
  const language = country.language ?? "en";
  const and = language === "ko" && /[aeiouy]$/.test(she) ? "wa" : andWord[language];
  return { title: `${she} and ${he}`, originalTitle: `${she} ${and} ${he}` };
}

function englishTitle(random: RandomStream, country: Country, cityNames: readonly string[]): string {
  const given = () =>
    random.pick(random.chance(0.5) ? femaleNames[country.culture] : maleNames[country.culture]);
  return random.pick(english.englishTemplates).replace(/%([A-Z])/g, (_, slot: string) => {
    if (slot === "G") return given();
    if (slot === "C") return random.pick(cityNames);
    if (slot === "F") return random.pick(familyNames[country.culture]);
    if (slot === "T") return random.pick(english.trades);
    if (slot === "B") return random.pick(english.belongings);
    if (slot === "P") return random.pick(english.places);
    if (slot === "M") return random.pick(english.moods);
    if (slot === "A") return random.pick(english.creatures);
    if (slot === "S") return random.pick(english.creatures.filter((name) => /[^s]s$/.test(name)));
    return random.pick(english.numberWords);
  });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Lexical = "en" | "fr" | "es" | "it" | "pt" | "de" | "pl" | "da" | "ja";
type Adjective = (typeof adjectives)[number];

/** How a language puts titles together: "The X of the Y", "The X and the Y", "The <adjective> X". */
interface Grammar {
  of(head: Concept, of: Concept): string;
  and(a: Concept, b: Concept): string;
  described(noun: Concept, adjective: Adjective): string;
}

/** English titles are there already. */
const grammars: Readonly<Record<Exclude<Lexical, "en">, Grammar>> = {
  fr: {
    of: (head, of) => `${frenchThe(head.fr)} ${frenchOf(of.fr)}`,
    and: (a, b) => `${frenchThe(a.fr)} et ${frenchThe(b.fr).replace(/^L/, "l")}`,
    described({ fr }, [, adjective = ""]) {
      const [word = "", gender] = fr.split(":");
      const { before, form } = romance(adjective, gender === "f");
      return before ? `${gender === "f" ? "La" : "Le"} ${form} ${word}` : `${frenchThe(fr)} ${form}`;
    },
  },
  it: {
    of: (head, of) => `${italianThe(head.it)} ${italianOf(of.it)}`,
    and: (a, b) => `${italianThe(a.it)} e ${italianThe(b.it).replace(/^(.)/, (c) => c.toLowerCase())}`,
    described({ it }, [, , , adjective = ""]) {
      const [word = "", gender] = it.split(":");
      const { before, form } = romance(adjective, gender === "f");
      return before ? `${italianThe(`${form}:${gender}`)} ${word}` : `${italianThe(it)} ${form}`;
    },
  },
  es: {
    of: (head, of) => `${capitalised(head.es)} ${`de ${of.es}`.replace("de el ", "del ")}`,
    and: (a, b) => `${capitalised(a.es)} y ${b.es}`,
    described: ({ es }, [, , adjective = ""]) => articleFirst(es, romance(adjective, es.startsWith("la "))),
  },
  pt: {
    of: (head, of) => `${capitalised(head.pt)} d${of.pt}`,
    and: (a, b) => `${capitalised(a.pt)} e ${b.pt}`,
    described: ({ pt }, [, , , , adjective = ""]) =>
      articleFirst(pt, romance(adjective, pt.startsWith("a "))),
  },
  de: {
    of: (head, of) => `${capitalised(head.de)} ${of.deGenitive}`,
    and: (a, b) => `${capitalised(a.de)} und ${b.de}`,
    described({ de }, [, , , , , adjective]) {
      const [article = "", word = ""] = de.split(" ");
      return `${capitalised(article)} ${adjective} ${word}`;
    },
  },
  pl: {
    of: (head, of) => `${capitalised(head.pl)} ${of.plGenitive}`,
    and: (a, b) => `${capitalised(a.pl)} i ${b.pl}`,
    described: ({ pl, plGender }, [, , , , , , adjective = ""]) =>
      capitalised(`${adjective.split("/")["mfn".indexOf(plGender)]} ${pl}`),
  },
  da: {
    of: (head, of) => `${capitalised(of.daDefinite)}s ${head.da}`,
    and: (a, b) => `${capitalised(a.daDefinite)} og ${b.daDefinite}`,
    described: ({ da, daDefinite }, [, , , , , , , adjective]) =>
      `${daDefinite.endsWith("et") ? "Det" : "Den"} ${adjective} ${da}`,
  },
  ja: {
    of: (head, of) => `${capitalised(of.ja)} no ${head.ja}`,
    and: (a, b) => `${capitalised(a.ja)} to ${b.ja}`,
    described: ({ ja }, [, , , , , , , , adjective]) => capitalised(`${adjective} ${ja}`),
  },
};

function romance(entry: string, feminine: boolean): { before: boolean; form: string } {
  const [masculine = "", female = masculine] = entry.replace("^", "").split("/");
  return { before: entry.startsWith("^"), form: feminine ? female : masculine };
}

function articleFirst(noun: string, adjective: { before: boolean; form: string }): string {
  const space = noun.indexOf(" ");
  const article = capitalised(noun.slice(0, space));
  const word = noun.slice(space + 1);
  return adjective.before ? `${article} ${adjective.form} ${word}` : `${article} ${word} ${adjective.form}`;
}

const vowel = /^[aeiouàâéèêëîïôöûœ]/i;

function frenchThe(entry: string): string {
  const [word = "", gender] = entry.split(":");
  if (vowel.test(word) || word === "hiver") return `L'${word}`;
  return `${gender === "f" ? "La" : "Le"} ${word}`;
}

function frenchOf(entry: string): string {
  const [word = "", gender] = entry.split(":");
  if (vowel.test(word) || word === "hiver") return `de l'${word}`;
  return gender === "f" ? `de la ${word}` : `du ${word}`;
}

function italianThe(entry: string): string {
  const [word = "", gender] = entry.split(":");
  if (vowel.test(word)) return `L'${word}`;
  if (gender === "f") return `La ${word}`;
  return /^(s[bcdfglmnpqrtv]|z)/.test(word) ? `Lo ${word}` : `Il ${word}`;
}

function italianOf(entry: string): string {
  const the = italianThe(entry);
  if (the.startsWith("L'")) return `dell'${the.slice(2)}`;
  if (the.startsWith("La ")) return `della ${the.slice(3)}`;
  return the.startsWith("Lo ") ? `dello ${the.slice(3)}` : `del ${the.slice(3)}`;
}
