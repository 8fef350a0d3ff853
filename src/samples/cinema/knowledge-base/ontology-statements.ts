import { statement, text } from "./turtle-writer.ts";

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
