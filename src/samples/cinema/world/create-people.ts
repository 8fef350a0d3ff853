import { dayOf, isoDate } from "../calendar.ts";
import type { Department, Gender, Person } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { genreProfiles } from "../words/genres.ts";
import { type Culture, familyNames, femaleNames, maleNames } from "../words/names.ts";
import type { Places } from "./create-places.ts";

/** People per department; they are listed shuffled, so that an id says nothing about the profession. */
const departments: readonly (readonly [Department, number])[] = [
  ["Acting", 1650],
  ["Directing", 620],
  ["Writing", 330],
  ["Sound", 130],
  ["Editing", 150],
  ["Camera", 150],
];

const lastDay = dayOf(2025, 12, 31);

const genders = ["female", "male", "non-binary", "unknown"] as const satisfies readonly Gender[];

export function createPeople(places: Places): readonly Person[] {
  const random = new RandomStream("people");
  const biographies = new RandomStream("people/biographies");
  const pictures = new RandomStream("people/pictures");
  const queue = departments.flatMap(([department, count]) => Array.from({ length: count }, () => department));
  const order = random.sample(queue, queue.length);
  const countryWeights = places.countries.map((country) => country.filmWeight + 1.5);
  const genreIds = genreProfiles.map((_, at) => at + 1);
  const genreWeights = genreProfiles.map((genre) => genre.weight);
  const citiesOf = Map.groupBy(places.cities, (city) => city.countryCode);
  const used = new Set<string>();
  return order.map((knownFor, index): Person => {
    const country = random.weighted(places.countries, countryWeights);
    const gender = random.weighted(genders, knownFor === "Acting" ? [49, 48, 1, 2] : [34, 62, 1, 2]);
    const female = gender === "female" || (gender !== "male" && random.chance(0.5));
    const name = freshName(random, country.culture, female, used);
    const bornYear = 2004 - Math.floor(90 * random.next() * (0.35 + 0.65 * random.next())) - 6;
    const born = dayOf(bornYear, random.int(1, 12), random.int(1, 28));
    const died = deathDay(random, born, bornYear);
    const towns = citiesOf.get(country.code) ?? [];
    const city = random.pickSkewed(towns, 2);
    const birthKnown = random.chance(0.93);
    const abroad = random.chance(0.08) ? random.pick(places.cities) : city;
    const birthPlaceKnown = random.chance(0.9);
    const heat = random.next();
    return {
      id: 2001 + index,
      name,
      gender,
      birthday: birthKnown ? isoDate(born) : null,
      deathday: died === null ? null : isoDate(died),
      birthCityId: birthPlaceKnown ? abroad.id : null,
      countryCode: country.code,
      knownFor,
      popularity: Math.round(1000 * (0.2 + 40 * heat * heat * heat * heat)) / 1000,
      profilePath: pictures.chance(0.85) ? `/people/${2001 + index}-${pictures.int(100, 999)}.jpg` : null,
      biography: biographies.chance(0.8)
        ? `${name} grew up in ${abroad.name} and came to film through ${biographies.pick(["the theatre", "a local film club", "music", "advertising", "an evening class", "a family of projectionists"])}.`
        : "",
      favouredGenreIds:
        knownFor === "Directing" ? [0, 1, 2].map(() => random.weighted(genreIds, genreWeights)) : [],
    };
  });
}

/** People born long ago have mostly died; a few die young. */
function deathDay(random: RandomStream, born: number, bornYear: number): number | null {
  const age = Math.round(random.normal(79, 11));
  const young = random.chance(0.02);
  const day = born + Math.round((young ? random.int(28, 60) : age) * 365.25) + random.int(0, 364);
  return day <= lastDay && bornYear < 1995 ? day : null;
}

/** Names are mostly unique; a few people share one, as they do. */
function freshName(random: RandomStream, culture: Culture, female: boolean, used: Set<string>): string {
  for (;;) {
    const { given, family } = personName(random, culture, female);
    const name = `${given} ${family}`;
    if (used.has(name) && !random.chance(0.08)) continue;
    used.add(name);
    return name;
  }
}

interface PersonName {
  readonly given: string;
  readonly family: string;
}

export function personName(random: RandomStream, culture: Culture, female: boolean): PersonName {
  const given = random.pick(female ? femaleNames[culture] : maleNames[culture]);
  const family = random.pick(familyNames[culture]);
  // Polish surnames in -ski have a feminine form; so do Czech ones.
  if (female && culture === "polish") return { given, family: family.replace(/(sk|ck)i$/, "$1a") };
  if (female && culture === "czech") return { given, family: feminineCzech(family) };
  return { given, family };
}

function feminineCzech(family: string): string {
  if (family.endsWith("ý")) return `${family.slice(0, -1)}á`;
  if (family.endsWith("a")) return `${family.slice(0, -1)}ová`;
  if (family.endsWith("ek")) return `${family.slice(0, -2)}ková`;
  return `${family}ová`;
}
