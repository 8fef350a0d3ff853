import type { Answer, Method, Operation, ProblemStatus, Schema } from "./document.ts";
import { parameterOf, ref } from "./document.ts";
import { filmFilterParameters } from "./schemas.ts";

/**
 * Every operation, after a line `# Tag: what it is about` for each group: method, path and id, with `reader` where a token is needed and the problems that do not follow from
 * the rest; summary and description; parameters (`own` are those of `ownParameters`), `{body}`, the answer's status unless 200, its schema and description.
 */
const table = `
# Search: From names to ids.
GET /search/films searchFilms
Search films by title | Looks in international and original titles. Start here when a film is known by its title and its id is needed.
Query own Page -> FilmPage: The films found, the most popular first.

GET /search/people searchPeople
Search people by name | Finds actors, directors, writers, composers, editors and camera people. Start here when somebody is known by name and the id is needed.
Query own Page -> PersonPage: The people found, the most popular first.

GET /search/studios searchStudios
Search film studios by name | Finds film studios, those with most films first.
Query Page -> StudioPage: What was found, the most popular first.

GET /search/series searchSeries
Search film series by name | Finds series of films that belong together, such as sequels.
Query Page -> SeriesPage: What was found, the most popular first.

GET /search/keywords searchKeywords
Search keywords by name | Finds keywords, whose ids the filters of the catalogue take.
Query Page -> KeywordPage: What was found, the most popular first.

GET /search/awards searchAwards
Search film awards by name | Finds film awards.
Query Page -> AwardPage: What was found, the most popular first.

GET /search/cinemas searchCinemas
Search cinemas of the chain by name | Looks in the names of the chain's cinemas and of their cities.
Query Page -> CinemaPage: What was found, the most popular first.

# Films: What is known about one film.
GET /films/{film_id} getFilm
Details of a film | Titles, release date, running time, budget and box office, genres, countries, studio, series, certificate, setting. For actors and crew see \`getFilmCredits\`.
FilmId -> Film: The film.

GET /films/{film_id}/credits getFilmCredits
Cast and crew of a film | The actors by billing, and director, writer, composer, editor and director of photography.
FilmId -> FilmCredits: Cast and crew.

GET /films/{film_id}/images getFilmImages
Images of a film | Posters and backdrops.
FilmId -> FilmImages: The images.

GET /films/{film_id}/keywords getFilmKeywords
Keywords of a film | What the film is about, in keywords.
FilmId -> FilmKeywords: The keywords.

GET /films/{film_id}/releases getFilmReleases
Releases of a film by country | When the film was released in its producing countries, and with which age certificate.
FilmId -> FilmReleases: The releases.

GET /films/{film_id}/awards getFilmAwards
Awards of a film | All nominations of a film and of people for it, and which of them won.
FilmId -> FilmAwards: Nominations and prizes.

GET /films/{film_id}/recommendations getFilmRecommendations
Films recommended after a film | What somebody who liked this film might like: films that share its director, series, genres or keywords, weighed with the readers' votes. At most forty.
FilmId Page -> FilmPage: One page of them.

GET /films/{film_id}/similar getSimilarFilms
Films similar to a film | The hundred films with the most genres and keywords in common.
FilmId Page -> FilmPage: One page of them.

GET /films/{film_id}/reviews getFilmReviews
Reviews of a film | What readers wrote about a film, the newest first.
FilmId Page -> ReviewPage: One page of them.

GET /films/{film_id}/screenings getFilmScreenings
Screenings of a film | When and where the cinemas of the chain show a film, by time. The programme runs from 2024-01-01 to 2026-01-14.
FilmId own Page -> ScreeningPage: One page of screenings.

# Charts: Films in a fixed order.
GET /films/top-rated listTopRatedFilms
Films with the best votes | Released films with at least 500 votes, the best mean vote first.
Page -> FilmPage: One page of films.

GET /films/popular listPopularFilms
Films that are popular now | All films, the most popular first.
Page -> FilmPage: One page of films.

GET /films/newest listNewestFilms
Newest films | Released films, the last release first.
Page -> FilmPage: One page of films.

GET /films/upcoming listUpcomingFilms
Films to come | Films in post-production, which have no release date yet, the most popular first.
Page -> FilmPage: One page of films.

# Discover: Films that pass filters.
GET /discover/films discoverFilms
Films that pass filters | Finds films by genre, years, country, language, running time, votes, certificate, studio, keyword and people, in a chosen order. Takes ids, not names: look ids up with the searches and lists first.
own Page -> FilmPage: One page of films.

POST /films/query queryFilms
Films that pass filters given as JSON | The same as \`discoverFilms\` with the filters in the body. It only searches and changes nothing.
{FilmFilter} -> FilmPage: One page of films.

GET /exports/box-office exportBoxOffice
Box office of a year as CSV | All films released in a year with budget and box office, the highest box office first. Columns: \`film_id\`, \`title\`, \`release_date\`, \`country\`, \`studio\`, \`budget_eur\`, \`revenue_eur\`; numbers that were never published are empty.
own -> own: A table with a line of column names.

# People: Actors and crew.
GET /people/popular listPopularPeople
People who are popular now | All people, the most popular first.
Page -> PersonPage: One page of people.

GET /people/{person_id} getPerson
Details of a person | Birth and death, place of birth, country, what the person is known for.
PersonId -> Person: Details of a person.

GET /people/{person_id}/films getPersonFilms
Films of a person | All parts the person played and all jobs behind the camera (director, writer, composer, editor, director of photography).
PersonId -> PersonFilms: Films of a person.

GET /people/{person_id}/images getPersonImages
Portraits of a person | Paths and sizes of portraits.
PersonId -> PersonImages: Portraits of a person.

GET /people/{person_id}/awards getPersonAwards
Awards of a person | All nominations of the person by name, and which of them won.
PersonId -> PersonAwards: Awards of a person.

# Studios: Film studios.
GET /studios listStudios
All studios | Film studios by name, as a plain array. The \`Link\` header has the address of the next part under \`rel="next"\`, and none after the last.
own -> own: Some studios.

GET /studios/{studio_id} getStudio
Details of a studio | Founding year, headquarters and number of films.
StudioId -> Studio: Details of a studio.

GET /studios/{studio_id}/films getStudioFilms
Films of a studio | Films that the studio made, the newest first.
StudioId Page -> FilmPage: Films of a studio.

GET /studios/{studio_id}/images getStudioImages
Logos of a studio | Paths and sizes of the studio's logos.
StudioId -> StudioImages: Logos of a studio.

# Series: Films that belong together.
GET /series/{series_id} getSeries
Details of a film series | Name and films of a series, the oldest film first.
SeriesId -> Series: Details of a film series.

GET /series/{series_id}/images getSeriesImages
Images of a film series | Posters and backdrops of all films of the series.
SeriesId -> SeriesImages: Images of a film series.

# Genres: Genres and their films.
GET /genres listGenres
All genres | Ids and names of the genres.
-> GenreList: All genres.

GET /genres/{genre_id}/films getGenreFilms
Films of a genre | Films with this genre among theirs, the most popular first.
GenreId Page -> FilmPage: Films of a genre.

# Keywords: Keywords and their films.
GET /keywords/{keyword_id} getKeyword
A keyword | The name of a keyword.
KeywordId -> Keyword: A keyword.

GET /keywords/{keyword_id}/films getKeywordFilms
Films with a keyword | Films with this keyword, the most popular first.
KeywordId Page -> FilmPage: Films with a keyword.

# Reference: Codes and what they mean.
GET /languages listLanguages
All languages | Codes and names of the languages films are made in.
-> LanguageList: All languages.

GET /countries listCountries
All countries | Codes and names of countries.
-> CountryList: All countries.

GET /certificates listCertificates
All age certificates | What the age certificates of films mean.
-> CertificateList: All age certificates.

# Awards: Awards, ceremonies and who won.
GET /awards listAwards
All film awards | The awards with the categories in which they are given.
-> AwardList: All film awards.

GET /awards/{award_id} getAward
Details of an award | Since when and where it is given, and its categories.
AwardId -> Award: Details of an award.

GET /awards/{award_id}/ceremonies listCeremonies
Ceremonies of an award | The ceremonies of an award, the last first; with a year only that year's.
AwardId own Page -> CeremonyPage: One page of ceremonies.

GET /ceremonies/{ceremony_id}/winners getCeremonyWinners
Winners of a ceremony | Who and what won, category by category.
CeremonyId -> CeremonyNominations: Winners of a ceremony.

GET /ceremonies/{ceremony_id}/nominations getCeremonyNominations
Nominations of a ceremony | All nominations, winners among them, category by category.
CeremonyId -> CeremonyNominations: Nominations of a ceremony.

# Cinemas: The cinemas of the chain and their programme.
GET /cinemas listCinemas
Cinemas of the chain | The chain's cinemas by name.
own Page -> CinemaPage: One page of cinemas.

GET /cinemas/{cinema_id} getCinema
Details of a cinema | Address, telephone, opening day and screens of a cinema.
CinemaId -> Cinema: The cinema.

GET /cinemas/{cinema_id}/screenings getCinemaScreenings
What a cinema shows on a day | All screenings of a cinema on one day, by time. The programme runs from 2024-01-01 to 2026-01-14; on some days a cinema shows nothing.
CinemaId own -> CinemaDay: The screenings of the day.

# Reviews: What readers write about films.
GET /reviews listLatestReviews
Latest reviews of all films | Reviews of all films, the newest first. Go on with the \`next_cursor\` of the answer.
own -> ReviewStream: Some reviews.

GET /reviews/{review_id} getReview
A review | One review with its author and mark.
ReviewId -> Review: The review.

POST /films/{film_id}/reviews writeReview reader
Write a review | Publishes a review of a film under the caller's name.
FilmId {NewReview} -> 201 Review: The new review.

# Lists: Readers' lists of films.
GET /lists/{list_id} getList
A list with its films | Name, author and films of a reader's list.
ListId -> FilmList: The list.

POST /lists createList reader
Create a list | Creates a list of the caller, with or without first films. Two lists may have the same name.
{NewList} -> 201 FilmList: The new list.

PATCH /lists/{list_id} renameList reader 403
Rename a list | Gives a list of the caller another name.
ListId {ListName} -> FilmList: The list with its new name.

DELETE /lists/{list_id} deleteList reader 403
Delete a list | Deletes a list of the caller. It cannot be brought back.
ListId -> 204: The list is gone.

POST /lists/{list_id}/films addFilmToList reader 403 409
Add a film to a list | Puts a film at the end of a list of the caller. A film stands on a list only once.
ListId {FilmChoice} -> FilmList: The list with the film.

DELETE /lists/{list_id}/films/{film_id} removeFilmFromList reader 403
Remove a film from a list | Takes a film off a list of the caller.
ListId FilmId -> 204: The film is off the list.

GET /my/lists getMyLists reader
Lists of the caller | The caller's lists, the newest first.
Page -> ListPage: One page of lists.

# Profile: Who the caller is.
GET /my/profile getMyProfile reader
Who the caller is | The caller's name, and how many lists and reviews are kept.
-> Profile: The profile.
`;

const groups = table
  .split(/^# /mu)
  .slice(1)
  .map((group) => {
    const [head = "", ...lines] = group.split("\n").filter((line) => line !== "");
    const [name = "", description = ""] = head.split(": ");
    return { name, description, lines };
  });

/** Parameters that only one operation takes, after a line with its id. */
const ownParameters: ReadonlyMap<string, readonly Schema[]> = new Map(
  `
searchFilms
query year? integer 1900..2100: Only films first released in this year.
query language? /^[a-z]{2}$/: Only films of this original language, such as \`fr\`.

searchPeople
query known_for? Acting|Directing|Writing|Sound|Editing|Camera: Only people known for this.

exportBoxOffice
query year integer 1900..2100: Year of release.
query country? /^[A-Z]{2}$/: Code of the main producing country.

listStudios
query country? /^[A-Z]{2}$/: Only studios with headquarters in this country.
query offset? integer 0.. =0: How many studios to pass over.
query limit? integer 1..50 =25: How many studios to give.

listCeremonies
query year? integer 1900..2100: Only the ceremony of this year.

listCinemas
query country? /^[A-Z]{2}$/: Only cinemas in this country, such as \`FR\`.
query status? open|renovation|closed: Only cinemas in this state.

getCinemaScreenings
query date date: The day, such as \`2025-03-01\`.

getFilmScreenings
query from? date: First day, such as \`2025-03-01\`.
query to? date: Last day.
query cinema_id? integer 1..: Only this cinema.

listLatestReviews
query cursor? ..100: \`next_cursor\` of the answer before; without it the newest reviews come.
query limit? integer 1..50 =20: How many reviews to give.
`
    .trim()
    .split("\n\n")
    .map((entry) => {
      const [id = "", ...lines] = entry.split("\n");
      return [id, lines.map(parameterOf)];
    }),
);

/** Answers that are no component of the document. */
const ownAnswers: Readonly<Record<string, Partial<Answer>>> = {
  exportBoxOffice: { mediaType: "text/csv", schema: { type: "string" } },
  listStudios: {
    schema: { type: "array", description: "Studios.", items: ref("Studio") },
    headers: {
      Link: {
        description: "Where the next and the previous part are (RFC 8288).",
        schema: { type: "string" },
      },
      "X-Total-Count": { description: "How many studios there are.", schema: { type: "integer" } },
    },
  },
};

const LOCATION = { Location: { description: "Path of what was created.", schema: { type: "string" } } };

/** The document is written and the server is routed from this list. */
export const allOperations: readonly Operation[] = groups.flatMap(({ name, lines }) =>
  lines.flatMap((line, at) =>
    at % 3 === 0 ? [operation(name, line, lines[at + 1] ?? "", lines[at + 2] ?? "")] : [],
  ),
);

export const allTags = groups.map(({ name, description }) => ({ name, description }));

function parametersOf(id: string): readonly Schema[] {
  return id === "discoverFilms" ? filmFilterParameters : (ownParameters.get(id) ?? []);
}

function operation(tag: string, head: string, words: string, types: string): Operation {
  const [method = "", path = "", id = "", ...more] = head.split(" ");
  const [summary = "", description = ""] = words.split(" | ");
  const [, taken = "", status = "200", schema, said = ""] =
    /^(.*?) ?-> ?(\d+)? ?(\w+)?: (.*)$/u.exec(types) ?? [];
  const body = /\{(\w+)\}/u.exec(taken)?.[1];
  const secured = more.includes("reader");
  // Wrong input can always come; the others follow from what an operation takes.
  const problems = [
    ...more.flatMap((each) => (each === "reader" ? [] : [Number(each)])),
    ...(secured ? [401] : []),
    ...(path.includes("{") ? [404] : []),
    ...(body === undefined ? [] : [400, 413]),
    422,
  ];
  return {
    ...{ id, method: method.toLowerCase() as Method, path, tag, summary, description, secured },
    parameters: taken
      .split(" ")
      .filter((name) => /^\w/u.test(name))
      .flatMap((name): readonly (string | Schema)[] => (name === "own" ? parametersOf(id) : [name])),
    ...(body === undefined ? {} : { body: ref(body) }),
    answer: {
      ...{ status: Number(status) as Answer["status"], description: said },
      ...(schema === undefined ? {} : schema === "own" ? ownAnswers[id] : { schema: ref(schema) }),
      ...(status === "201" ? { headers: LOCATION } : {}),
    },
    problems: problems.sort((a, b) => a - b) as ProblemStatus[],
  };
}
