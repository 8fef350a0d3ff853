import { dayOf, isoDate } from "../calendar.ts";
import type {
  Award,
  AwardCategory,
  CastCredit,
  Ceremony,
  City,
  CrewCredit,
  Film,
  Job,
  Nomination,
  Person,
} from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";

const prizes: readonly (readonly [name: string, country: string | null, firstYear: number, month: number])[] =
  [
    ["Golden Lantern Awards", null, 1961, 3],
    ["Prix de la Lune", "FR", 1972, 2],
    ["Nordic Film Circle Prizes", "DK", 1988, 9],
    ["Silver Heron Awards", "GB", 1979, 1],
  ];

const categories: readonly (readonly [name: string, kind: "film" | "actress" | "actor" | Job])[] = [
  ["Best Film", "film"],
  ["Best Director", "Director"],
  ["Best Actress", "actress"],
  ["Best Actor", "actor"],
  ["Best Screenplay", "Writer"],
  ["Best Original Score", "Original Music Composer"],
  ["Best Editing", "Editor"],
  ["Best Cinematography", "Director of Photography"],
];

export interface Awards {
  readonly awards: readonly Award[];
  readonly awardCategories: readonly AwardCategory[];
  readonly ceremonies: readonly Ceremony[];
  readonly nominations: readonly Nomination[];
}

/** Each ceremony honours the films of the year before; well-liked films are nominated more often. */
export function createAwards(
  films: readonly Film[],
  people: readonly Person[],
  cast: readonly CastCredit[],
  crew: readonly CrewCredit[],
  cities: readonly City[],
): Awards {
  const random = new RandomStream("awards");
  const byYear = Map.groupBy(
    films.filter((film) => film.releaseDate !== null),
    (film) => Number(film.releaseDate?.slice(0, 4)),
  );
  const castOf = Map.groupBy(
    cast.filter((credit) => credit.order < 3),
    (credit) => credit.filmId,
  );
  const crewOf = Map.groupBy(crew, (credit) => credit.filmId);
  const genderOf = new Map(people.map((person) => [person.id, person.gender]));
  const seats = cities.filter((city) => city.population > 80_000);
  const result = {
    awards: [] as Award[],
    awardCategories: [] as AwardCategory[],
    ceremonies: [] as Ceremony[],
    nominations: [] as Nomination[],
  };
  const honoured = (film: Film, kind: (typeof categories)[number][1]): number | null | undefined => {
    if (kind === "film") return null;
    if (kind === "actress" || kind === "actor") {
      const gender = kind === "actress" ? "female" : "male";
      return castOf.get(film.id)?.find((credit) => genderOf.get(credit.personId) === gender)?.personId;
    }
    return crewOf.get(film.id)?.find((credit) => credit.job === kind)?.personId;
  };
  prizes.forEach(([name, country, firstYear, month], at) => {
    const award = {
      id: 11 + at,
      name,
      cityId: random.pick(country === null ? seats : seats.filter((city) => city.countryCode === country)).id,
      firstYear,
    };
    result.awards.push(award);
    const own = categories.map(([title], index) => ({
      id: award.id * 100 + index + 1,
      awardId: award.id,
      name: title,
    }));
    result.awardCategories.push(...own);
    for (let year = firstYear; year <= 2025; year++) {
      const ceremony = {
        id: award.id * 10_000 + year,
        awardId: award.id,
        edition: year - firstYear + 1,
        date: isoDate(dayOf(year, month, random.int(3, 27))),
      };
      result.ceremonies.push(ceremony);
      const eligible = (byYear.get(year - 1) ?? []).filter(
        (film) =>
          country === null || country === "DK" || film.countryCodes.includes(country) || random.chance(0.3),
      );
      const ranked = eligible
        .map((film) => ({ film, score: film.voteAverage + random.normal(0, 0.7) }))
        .sort((a, b) => b.score - a.score || a.film.id - b.film.id)
        .slice(0, 14)
        .map(({ film }) => film);
      for (const [index, [, kind]] of categories.entries()) {
        const candidates = ranked.filter((film) => honoured(film, kind) !== undefined);
        const nominees = candidates
          .slice(0, 7)
          .filter(() => random.chance(0.75))
          .slice(0, 5);
        if (nominees.length === 0) continue;
        const winner = random.pickSkewed(nominees, 2);
        const categoryId = own[index]?.id ?? 0;
        for (const film of nominees) {
          result.nominations.push({
            ceremonyId: ceremony.id,
            categoryId,
            filmId: film.id,
            personId: honoured(film, kind) ?? null,
            won: film === winner,
          });
        }
      }
    }
  });
  return result;
}
