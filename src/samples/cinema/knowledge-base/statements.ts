import type { CinemaWorld, Film, Job } from "../cinema-world.ts";
import { languageNames } from "../words/countries.ts";
import { date, decimal, integer, type Saying, statement, text, year } from "./turtle-writer.ts";

/** Class, label, the class above, what it is. */
const classes: readonly (readonly [name: string, label: string, above: string | null, comment: string])[] = [
  ["Film", "film", null, "A film that was released or is being made."],
  ["Person", "person", null, "Somebody who works in film."],
  ["Actor", "actor", "Person", "A person with a part in at least one film."],
  ["Director", "director", "Person", "A person who directed at least one film."],
  ["Writer", "writer", "Person", "A person who wrote at least one film."],
  ["Composer", "composer", "Person", "A person who wrote the music of at least one film."],
  ["Place", "place", null, "A city, a region or a country."],
  ["City", "city", "Place", "A city or town."],
  ["CapitalCity", "capital city", "City", "The capital of a country."],
  ["Region", "region", "Place", "A part of a country."],
  ["Country", "country", "Place", "A country."],
  ["Genre", "genre", null, "A kind of film."],
  ["Keyword", "keyword", null, "Something a film is about."],
  ["Studio", "studio", null, "A company that makes films."],
  ["Series", "film series", null, "Films that belong together."],
  ["Award", "award", null, "A film prize that is given each year."],
  ["AwardCategory", "award category", null, "One of the prizes of an award."],
  ["Ceremony", "ceremony", null, "The evening on which an award is given, once a year."],
  ["Nomination", "nomination", null, "That a film, or a person for a film, was nominated in a category."],
  ["Language", "language", null, "A language that films are made in."],
];

/** Property, label, what it leads from and to. */
const properties: readonly (readonly [name: string, label: string, comment: string])[] = [
  ["director", "directed by", "Film to person."],
  ["writer", "written by", "Film to person."],
  ["actor", "starring", "Film to person, all billed parts."],
  ["composer", "music by", "Film to person."],
  ["editor", "edited by", "Film to person."],
  ["cinematographer", "photographed by", "Film to person."],
  ["genre", "genre", "Film to genre."],
  ["mainGenre", "main genre", "Film to its first genre."],
  ["keyword", "is about", "Film to keyword."],
  ["producedIn", "produced in", "Film to country."],
  ["originalLanguage", "original language", "Film to language."],
  ["studio", "made by", "Film to studio."],
  ["setIn", "set in", "Film to the city where it plays."],
  ["partOfSeries", "part of series", "Film to series."],
  ["remakeOf", "remake of", "Film to the film that it makes anew."],
  ["nomination", "nominated", "Film to nomination."],
  ["nominee", "nominee", "Nomination to person; prizes for films have none."],
  ["category", "category", "Nomination to award category."],
  ["ceremony", "ceremony", "Nomination to ceremony."],
  ["won", "won", "Nomination: whether the prize was won."],
  ["award", "award", "Category or ceremony to award."],
  ["edition", "edition", "Ceremony: which one it was, from 1."],
  ["date", "date", "Ceremony: day."],
  ["presentedIn", "presented in", "Award to city."],
  ["firstPresented", "first presented", "Award: year."],
  ["releaseDate", "release date", "Film: day of the first release."],
  ["runtime", "runtime", "Film: minutes."],
  ["budget", "budget", "Film: euros."],
  ["boxOffice", "box office", "Film: takings worldwide, euros."],
  ["rating", "average rating", "Film: mean mark of its viewers, 0 to 10."],
  ["birthDate", "born on", "Person: day."],
  ["deathDate", "died on", "Person: day."],
  ["birthPlace", "born in", "Person to city."],
  ["citizenOf", "citizen of", "Person to country."],
  ["gender", "gender", "Person: female, male, non-binary or unknown."],
  ["region", "region", "City to region."],
  ["country", "country", "City or region to country."],
  ["capital", "capital", "Country to city."],
  ["population", "population", "City or country: inhabitants."],
  ["area", "area", "City or country: square kilometres."],
  ["spokenLanguage", "main language", "Country to language."],
  ["headquarters", "headquarters", "Studio to city."],
  ["founded", "founded", "Studio: year."],
];

export function ontologyStatements(): readonly string[] {
  return [
    ...classes.map(([name, label, above, comment]) =>
      statement(`:${name}`, [
        ["a", "rdfs:Class"],
        ["rdfs:label", text(label, "en")],
        ["rdfs:subClassOf", above === null ? null : `:${above}`],
        ["rdfs:comment", text(comment, "en")],
      ]),
    ),
    ...properties.map(([name, label, comment]) =>
      statement(`:${name}`, [
        ["a", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#Property>"],
        ["rdfs:label", text(label, "en")],
        ["rdfs:comment", text(comment, "en")],
      ]),
    ),
  ];
}

/** Countries, regions, cities, languages, and the studios that sit in them. */
export function placeStatements(world: CinemaWorld): readonly string[] {
  return [
    ...Object.entries(languageNames).map(([code, name]) =>
      statement(`language:${code}`, [
        ["a", ":Language"],
        ["rdfs:label", text(name, "en")],
      ]),
    ),
    ...world.countries.map((country) =>
      statement(`place:${country.code}`, [
        ["a", ":Country"],
        ["rdfs:label", text(country.name, "en")],
        ["skos:altLabel", text(country.code)],
        [":capital", `place:${country.capitalCityId}`],
        [":population", integer(country.population)],
        [":area", integer(country.areaKm2)],
        [":spokenLanguage", country.language === null ? null : `language:${country.language}`],
      ]),
    ),
    ...world.regions.map((region) =>
      statement(`place:r${region.id}`, [
        ["a", ":Region"],
        ["rdfs:label", text(region.name)],
        [":country", `place:${region.countryCode}`],
      ]),
    ),
    ...world.cities.map((city) =>
      statement(`place:${city.id}`, [
        ["a", ":City"],
        ["a", city.isCapital ? ":CapitalCity" : null],
        ["rdfs:label", text(city.name)],
        [":region", `place:r${city.regionId}`],
        [":country", `place:${city.countryCode}`],
        [":population", integer(city.population)],
        [":area", integer(city.areaKm2)],
      ]),
    ),
    ...world.studios.map((studio) =>
      statement(`studio:${studio.id}`, [
        ["a", ":Studio"],
        ["rdfs:label", text(studio.name)],
        [":headquarters", `place:${studio.cityId}`],
        [":founded", year(studio.founded)],
      ]),
    ),
  ];
}

const classOf: Readonly<Partial<Record<Job, string>>> = {
  Director: ":Director",
  Writer: ":Writer",
  "Original Music Composer": ":Composer",
};

/** Everybody who works in film. Classes follow from what they did; names turned around are aliases. */
export function personStatements(world: CinemaWorld): readonly string[] {
  const actors = new Set(world.cast.map(({ personId }) => personId));
  const jobsOf = Map.groupBy(world.crew, ({ personId }) => personId);
  return world.people.map((person) => {
    const classes = new Set((jobsOf.get(person.id) ?? []).map(({ job }) => classOf[job]));
    return statement(`person:${person.id}`, [
      ["a", ":Person"],
      ["a", actors.has(person.id) ? ":Actor" : null],
      ...[...classes].map((name): Saying => ["a", name]),
      ["rdfs:label", text(person.name)],
      ["skos:altLabel", turnedAround(person.name)],
      [":gender", text(person.gender)],
      [":birthDate", person.birthday === null ? null : date(person.birthday)],
      [":deathDate", person.deathday === null ? null : date(person.deathday)],
      [":birthPlace", person.birthCityId === null ? null : `place:${person.birthCityId}`],
      [":citizenOf", `place:${person.countryCode}`],
    ]);
  });
}

/** `Ibáñez, Dolores`, as catalogues sort. */
function turnedAround(name: string): string | null {
  const [first, ...rest] = name.split(" ");
  return first === undefined || rest.length === 0 ? null : text(`${rest.join(" ")}, ${first}`);
}

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

/** Awards with their categories and ceremonies. A nomination has no label: it only holds film, person, category and ceremony together. */
export function awardStatements(world: CinemaWorld): readonly string[] {
  const awardName = new Map(world.awards.map(({ id, name }) => [id, name]));
  return [
    ...world.awards.map((award) =>
      statement(`award:${award.id}`, [
        ["a", ":Award"],
        ["rdfs:label", text(award.name, "en")],
        [":presentedIn", `place:${award.cityId}`],
        [":firstPresented", year(award.firstYear)],
      ]),
    ),
    ...world.awardCategories.map(({ id, awardId, name }) =>
      statement(`award:${id}`, [
        ["a", ":AwardCategory"],
        ["rdfs:label", text(`${awardName.get(awardId) ?? ""}: ${name}`, "en")],
        ["skos:altLabel", text(name, "en")],
        [":award", `award:${awardId}`],
      ]),
    ),
    ...world.ceremonies.map((ceremony) =>
      statement(`ceremony:${ceremony.id}`, [
        ["a", ":Ceremony"],
        ["rdfs:label", text(`${awardName.get(ceremony.awardId) ?? ""} ${ceremony.date.slice(0, 4)}`, "en")],
        [":award", `award:${ceremony.awardId}`],
        [":edition", integer(ceremony.edition)],
        [":date", date(ceremony.date)],
      ]),
    ),
    ...world.nominations.map((nomination, index) =>
      statement(`nomination:${index + 1}`, [
        ["a", ":Nomination"],
        [":category", `award:${nomination.categoryId}`],
        [":ceremony", `ceremony:${nomination.ceremonyId}`],
        [":nominee", nomination.personId === null ? null : `person:${nomination.personId}`],
        [":won", String(nomination.won)],
      ]),
    ),
  ];
}
