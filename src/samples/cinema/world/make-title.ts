import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Country } from "../cinema-world.ts";
import type { RandomStream } from "../random-stream.ts";
import * as english from "../words/english-titles.ts";
import { familyNames } from "../words/family-names.ts";
import { femaleNames, maleNames } from "../words/given-names.ts";
import { adjectives, concepts, massNouns, pairNouns } from "../words/title-lexicon.ts";
import { joinTitle, ofTitle, qualifiedTitle } from "./foreign-title.ts";

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
