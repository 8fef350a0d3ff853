import type { CinemaWorld, Film, Job } from "../cinema-world.ts";
import { date, decimal, integer, type Saying, statement, text } from "./turtle-writer.ts";

const jobs: Readonly<Record<Job, string>> = {
  Director: ":director",
  Writer: ":writer",
  "Original Music Composer": ":composer",
  Editor: ":editor",
  "Director of Photography": ":cinematographer",
};

/** Films, genres, keywords, studios and series. Unlike the database, all billed parts and all crew of every film. */
export function filmStatements(world: CinemaWorld): readonly string[] {
  const castOf = Map.groupBy(world.cast, (credit) => credit.filmId);
  const crewOf = Map.groupBy(world.crew, (credit) => credit.filmId);
  const nominations = new Map<number, Saying[]>();
  for (const [index, { filmId }] of world.nominations.entries()) {
    const said = nominations.get(filmId) ?? [];
    said.push([":nomination", `nomination:${index + 1}`]);
    nominations.set(filmId, said);
  }
  const films = world.films.map((film) =>
    statement(`film:${film.id}`, [
      ["a", ":Film"],
      ...titles(film),
      ...(castOf.get(film.id) ?? []).map(({ personId }): Saying => [":actor", `person:${personId}`]),
      ...(crewOf.get(film.id) ?? []).map(({ personId, job }): Saying => [jobs[job], `person:${personId}`]),
      ...film.genreIds.map((id): Saying => [":genre", `genre:${id}`]),
      [":mainGenre", film.genreIds[0] === undefined ? null : `genre:${film.genreIds[0]}`],
      ...film.keywordIds.map((id): Saying => [":keyword", `keyword:${id}`]),
      ...film.countryCodes.map((code): Saying => [":producedIn", `place:${code}`]),
      [":originalLanguage", `language:${film.originalLanguage}`],
      [":studio", `studio:${film.studioId}`],
      [":setIn", `place:${film.settingCityId}`],
      [":partOfSeries", film.collectionId === null ? null : `series:${film.collectionId}`],
      [":remakeOf", film.remakeOfId === null ? null : `film:${film.remakeOfId}`],
      [":releaseDate", film.releaseDate === null ? null : date(film.releaseDate)],
      [":runtime", film.runtimeMinutes === null ? null : integer(film.runtimeMinutes)],
      [":budget", film.budget === null ? null : integer(film.budget)],
      [":boxOffice", film.revenue === null ? null : integer(film.revenue)],
      [":rating", film.voteCount === 0 ? null : decimal(film.voteAverage)],
      ...(nominations.get(film.id) ?? []),
    ]),
  );
  return [
    ...named(world.genres, "genre", ":Genre"),
    ...named(world.keywords, "keyword", ":Keyword"),
    ...named(world.collections, "series", ":Series"),
    ...films,
  ];
}

function titles({ title, originalTitle, originalLanguage }: Film): readonly Saying[] {
  return [
    ["rdfs:label", text(title, "en")],
    ["rdfs:label", originalTitle === title ? null : text(originalTitle, originalLanguage)],
  ];
}

function named(
  things: readonly { readonly id: number; readonly name: string }[],
  prefix: string,
  className: string,
): readonly string[] {
  return things.map(({ id, name }) =>
    statement(`${prefix}:${id}`, [
      ["a", className],
      ["rdfs:label", text(name, "en")],
    ]),
  );
}
