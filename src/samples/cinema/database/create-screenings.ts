import { FuxiError } from "../../../errors/fuxi-error.ts";
import { dayOf, dayOfIso, weekday } from "../calendar.ts";
import type { CinemaWorld, Film } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { cinemaSites } from "../words/cinema-words.ts";
import type { CinemaSite, Screening } from "./cinema-operations.ts";

/** Share of the days that a cinema opens and shows per screen, Sunday first: small houses live from the weekend. */
const openShare = [0.94, 0.3, 0.42, 0.5, 0.66, 0.9, 1];
const showShare = [0.62, 0.3, 0.34, 0.36, 0.4, 0.62, 0.72];
const kidGenres = new Set([10, 14]);

export function createScreenings(world: CinemaWorld, cinemas: readonly CinemaSite[]): readonly Screening[] {
  const random = new RandomStream("screenings");
  const programmes = new RandomStream("screenings/programmes");
  const released = world.films.flatMap((film) =>
    film.releaseDate === null || film.runtimeMinutes === null
      ? []
      : [{ film, day: dayOfIso(film.releaseDate) }],
  );
  const recent = released
    .filter(({ day }) => day > firstDay - 80)
    .sort((a, b) => a.day - b.day || a.film.id - b.film.id);
  const classics = released
    .filter(({ film, day }) => day < firstDay - 3000 && film.voteAverage >= 7.6)
    .map(({ film }) => film);
  const languages = new Map(world.countries.map((country) => [country.code, country.language]));
  const screenings: Screening[] = [];
  const programme = new Map<number, readonly Film[]>();
  for (let day = firstDay; day <= lastPlannedDay; day++) {
    // Programmes change on Thursdays.
    if (day === firstDay || weekday(day) === 4) {
      const current = recent.filter((entry) => entry.day <= day + 6 && entry.day > day - 75);
      for (const site of cinemas) {
        const language = languages.get(site.city.countryCode) ?? "en";
        const weights = current.map(({ film, day: opened }) => {
          const home = film.originalLanguage === language ? 2.4 : 1;
          return (0.4 + film.popularity / 60) * home * (100 - Math.max(0, day - opened));
        });
        const films = Array.from({ length: site.screens.length * 2 + 1 }, () =>
          programmes.chance(0.16) || weights.length === 0
            ? programmes.pick(classics)
            : programmes.weighted(current, weights).film,
        );
        programme.set(site.id, [...new Set(films)]);
      }
    }
    for (const site of cinemas) {
      if (site.lastDay !== null && day > site.lastDay) continue;
      const share = weekday(day);
      if (!random.chance(openShare[share] ?? 0)) continue;
      const language = languages.get(site.city.countryCode) ?? "en";
      for (const screen of site.screens) {
        for (const slot of [870, 1065, 1230]) {
          const likely =
            (showShare[share] ?? 0) *
            (slot === 870 ? (share === 0 || share === 6 ? 0.7 : 0.12) : slot === 1065 ? 0.55 : 1);
          if (!random.chance(likely * 0.5)) continue;
          const listed = (programme.get(site.id) ?? []).filter(
            (film) => film.releaseDate !== null && dayOfIso(film.releaseDate) <= day,
          );
          // The early slots end before the next begins, so long films are shown in the evening.
          const fitting = listed.filter((film) =>
            slot === 1230 ? !kidGenres.has(film.genreIds[0] ?? 0) : (film.runtimeMinutes ?? 0) <= 130,
          );
          if (fitting.length === 0) continue;
          const film = random.pickSkewed(fitting, 2);
          const foreign = film.originalLanguage !== language;
          screenings.push({
            id: 0,
            film,
            site,
            screen,
            day,
            start: slot + random.int(0, 3) * 5 + (slot === 1230 ? random.int(0, 3) * 5 : 0),
            slotMinutes: Math.ceil(((film.runtimeMinutes ?? 100) + 20) / 5) * 5,
            version: !foreign
              ? "O"
              : random.weighted(["S", "D", "O"], [6, kidGenres.has(film.genreIds[0] ?? 0) ? 14 : 4, 1]),
            state: day > snapshot ? "P" : random.chance(0.016) ? "N" : "F",
            basePrice:
              site.basePrice +
              (share === 0 || share === 6 || share === 5 ? 1.5 : share === 1 ? -2 : 0) +
              (screen.format === "70mm" ? 1 : 0),
          });
        }
      }
    }
  }
  return screenings.map((screening, index) => ({ ...screening, id: index + 1 }));
}

/** The records run over two years; `snapshot` is the day the database was written. */
const firstDay = dayOf(2024, 1, 1);
export const snapshot = dayOf(2025, 12, 31);
/** Screenings are planned this far ahead. */
const lastPlannedDay = dayOf(2026, 1, 14);

const diallingCode: Record<string, number> = {
  IE: 353,
  FR: 33,
  BE: 32,
  DE: 49,
  AT: 43,
  ES: 34,
  IT: 39,
  PT: 351,
};

export function createCinemas(world: CinemaWorld): readonly CinemaSite[] {
  const random = new RandomStream("cinemas");
  const taken = new Set<number>();
  return cinemaSites.map((site, index): CinemaSite => {
    const candidates = world.cities
      .filter(
        (city) =>
          city.countryCode === site.country && city.isCapital === site.inCapital && !taken.has(city.id),
      )
      .sort((a, b) => b.population - a.population);
    const city =
      candidates[0] ?? world.cities.find((other) => other.countryCode === site.country && other.isCapital);
    if (city === undefined) throw new FuxiError("internal", `No city for ${site.name}.`);
    if (!site.inCapital) taken.add(city.id);
    const status = site.name === "Cine Puerto Lirio" ? 3 : site.name === "Le Petit Phare" ? 2 : 1;
    return {
      id: index + 1,
      name: site.name,
      city,
      street: site.street,
      phone: random.chance(0.75)
        ? `+${diallingCode[site.country]} ${random.int(100, 999)} ${random.int(10, 99)} ${random.int(10, 99)} ${random.int(10, 99)}`
        : null,
      openedDay: dayOf(random.int(1928, 2016), random.int(1, 12), random.int(1, 28)),
      status,
      lastDay: status === 3 ? dayOf(2025, 6, 29) : status === 2 ? dayOf(2025, 10, 12) : null,
      hasBar: random.chance(0.6),
      basePrice: (site.inCapital ? 10 : 8) + random.int(0, 4) / 2,
      screens: site.seats.map((seats, at) => ({
        number: at + 1,
        seats,
        format: at === 0 ? random.pick(["70mm", "3D", "2D"]) : "2D",
        sound: random.chance(0.85) ? random.pick(["5.1", "7.1", "Stereo"]) : null,
        accessible: at === 0 || random.chance(0.6),
      })),
    };
  });
}
