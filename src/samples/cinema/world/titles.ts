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

function nounTitle(
  random: RandomStream,
  language: "en" | "fr" | "es" | "it" | "pt" | "de" | "pl" | "da" | "ja",
): Title {
  const a = random.pick(concepts);
  const b = random.pick(concepts.filter((concept) => concept !== a));
  const adjective = random.pick(adjectives);
  const the = (noun: string) => (massNouns.has(noun) ? noun : `the ${noun}`);
  const both = (title: string, original: string | undefined) => ({ title, originalTitle: original ?? title });
  const pattern = random.next();
  if (pattern < 0.48) return both(`The ${a.en} of ${the(b.en)}`, ofTitle(language, a, b));
  if (pattern < 0.72) return both(capitalised(`${the(a.en)} and ${the(b.en)}`), joinTitle(language, a, b));
  return both(`The ${adjective[0]} ${a.en}`, qualifiedTitle(language, a, adjective));
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

/** "The X of the Y"; undefined for English, where the caller has it already. */
export function ofTitle(language: Lexical, head: Concept, of: Concept): string | undefined {
  switch (language) {
    case "fr":
      return `${frenchThe(head.fr)} ${frenchOf(of.fr)}`;
    case "it":
      return `${italianThe(head.it)} ${italianOf(of.it)}`;
    case "es":
      return `${capitalised(head.es)} ${`de ${of.es}`.replace("de el ", "del ")}`;
    case "pt":
      return `${capitalised(head.pt)} d${of.pt}`;
    case "de":
      return `${capitalised(head.de)} ${of.deGenitive}`;
    case "pl":
      return `${capitalised(head.pl)} ${of.plGenitive}`;
    case "da":
      return `${capitalised(of.daDefinite)}s ${head.da}`;
    case "ja":
      return `${capitalised(of.ja)} no ${head.ja}`;
    default:
      return undefined;
  }
}

/** "The X and the Y" */
export function joinTitle(language: Lexical, a: Concept, b: Concept): string | undefined {
  switch (language) {
    case "fr":
      return `${frenchThe(a.fr)} et ${frenchThe(b.fr).replace(/^L/, "l")}`;
    case "it":
      return `${italianThe(a.it)} e ${italianThe(b.it).replace(/^(.)/, (c) => c.toLowerCase())}`;
    case "es":
      return `${capitalised(a.es)} y ${b.es}`;
    case "pt":
      return `${capitalised(a.pt)} e ${b.pt}`;
    case "de":
      return `${capitalised(a.de)} und ${b.de}`;
    case "pl":
      return `${capitalised(a.pl)} i ${b.pl}`;
    case "da":
      return `${capitalised(a.daDefinite)} og ${b.daDefinite}`;
    case "ja":
      return `${capitalised(a.ja)} to ${b.ja}`;
    default:
      return undefined;
  }
}

/** "The <adjective> X" */
export function qualifiedTitle(language: Lexical, noun: Concept, adjective: Adjective): string | undefined {
  const [, fr = "", es = "", it = "", pt = "", de, pl = "", da, ja] = adjective;
  switch (language) {
    case "fr": {
      const [word = "", gender] = noun.fr.split(":");
      const { before, form } = romance(fr, gender === "f");
      return before ? `${gender === "f" ? "La" : "Le"} ${form} ${word}` : `${frenchThe(noun.fr)} ${form}`;
    }
    case "it": {
      const [word = "", gender] = noun.it.split(":");
      const { before, form } = romance(it, gender === "f");
      return before ? `${italianThe(`${form}:${gender}`)} ${word}` : `${italianThe(noun.it)} ${form}`;
    }
    case "es":
      return articleFirst(noun.es, romance(es, noun.es.startsWith("la ")));
    case "pt":
      return articleFirst(noun.pt, romance(pt, noun.pt.startsWith("a ")));
    case "de": {
      const [article = "", word = ""] = noun.de.split(" ");
      return `${capitalised(article)} ${de} ${word}`;
    }
    case "pl": {
      const forms = pl.split("/");
      return capitalised(`${forms[noun.plGender === "m" ? 0 : noun.plGender === "f" ? 1 : 2]} ${noun.pl}`);
    }
    case "da":
      return `${noun.daDefinite.endsWith("et") ? "Det" : "Den"} ${da} ${noun.da}`;
    case "ja":
      return capitalised(`${ja} ${noun.ja}`);
    default:
      return undefined;
  }
}

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
