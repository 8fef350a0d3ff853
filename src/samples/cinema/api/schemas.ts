import { wordList } from "../words/names.ts";
import { type Member, memberOf, membersOf, objectOf, pageOf, parameterOf, type Schema } from "./document.ts";

/**
 * What calls answer and send. A line with a capital is a schema, in braces a body: its members in the lines below it (`memberOf`), after those of
 * `...Other`; a page of others; or a text of fixed values.
 */
const table = `
FilmSummary: A film as it stands in lists.
id integer: Id of the film.
title: International (English) title.
original_title: Title in the original language.
original_language: Code of the original language, such as \`fr\`.
release_date date?: Day of the first release; null while the film is in post-production.
genre_ids [integer]: Ids of the film's genres; the first is the main genre.
overview: The story in a sentence or two.
popularity number: How much attention the film gets now; higher is more popular.
vote_average number: Mean of the readers' votes from 0 to 10; 0 without votes.
vote_count integer: Number of readers' votes.
poster_path text?: Path of the main poster.
backdrop_path text?: Path of the main backdrop.
FilmPage of FilmSummary: One page of films.
Film ...FilmSummary: Everything about a film but its credits, images, keywords, reviews and awards.
status released|post-production: Whether the film has been released.
tagline: The line on the poster; may be empty.
runtime integer?: Running time in minutes; null while the film is not finished.
budget integer?: Budget in whole euros; null if it was never published.
revenue integer?: Worldwide box office in whole euros; null if it was never published.
certification U|PG|12|15|18?: Age certificate; null if the film was never classified.
genres [Genre]: The film's genres; the first is the main genre.
countries [Country]: Producing countries; the first is the main one.
studio StudioName
series SeriesName?
remake_of integer?: Id of the film that this film is a remake of; null if it is none.
set_in Place
CastMember: A part in a film.
person_id integer: Id of the actor.
name: Name of the actor.
character: Name of the character.
order integer: Place in the billing; 0 is billed first, the leading part.
profile_path text?: Path of the actor's portrait.
CrewMember: A job behind the camera.
person_id integer: Id of the crew member.
name: Name of the crew member.
job Job
department Department
profile_path text?: Path of the crew member's portrait.
Job = Director|Writer|Original Music Composer|Editor|Director of Photography: What somebody did for a film.
Department = Acting|Directing|Writing|Sound|Editing|Camera: Department of a film crew.
FilmCredits: Who played in a film and who made it.
film_id integer: Id of the film.
cast [CastMember]: The actors, by billing.
crew [CrewMember]: The director and the rest of the crew.
Image: An image: where it is and how large.
path: Path of the image, such as \`/films/14266-poster-9753.jpg\`.
width integer: Width in pixels.
height integer: Height in pixels.
language text?: Code of the language of the lettering; null without lettering.
FilmImages: Images of a film.
film_id integer: Id of the film.
posters [Image]: Posters; the main poster comes first.
backdrops [Image]: Backdrops; the main backdrop comes first.
FilmKeywords: Keywords of a film.
film_id integer: Id of the film.
keywords [Keyword]: What the film is about.
FilmReleases: Release of a film in each of its producing countries.
film_id integer: Id of the film.
releases [Release]: One release per country; empty while the film is not released.
Release: The release of a film in a country.
country_code: Code of the country, such as \`FR\`.
release_date date: Day of the release there.
certification U|PG|12|15|18?: Age certificate there; null if the film was never classified.
FilmAwards: Nominations and prizes of a film.
film_id integer: Id of the film.
wins integer: Number of prizes won.
nominations [Nomination]: All nominations, prizes among them, by date.
PersonSummary: A person as it stands in lists.
id integer: Id of the person.
name: Name of the person.
known_for Department
popularity number: How much attention the person gets now; higher is more popular.
profile_path text?: Path of the main portrait.
PersonPage of PersonSummary: One page of people.
Person ...PersonSummary: Everything about a person but films, images and awards.
gender female|male|non-binary|unknown: Gender, where known.
birthday date?: Day of birth; null if unknown.
deathday date?: Day of death; null if the person is alive.
place_of_birth Place?
country_code: Code of the country the person comes from.
biography: A short life; may be empty.
PersonFilms: The films somebody played in or worked on.
person_id integer: Id of the person.
cast [PersonPart]: Parts, the newest film first.
crew [PersonJob]: Jobs behind the camera, the newest film first.
PersonPart: A part of a person in a film.
film_id integer: Id of the film.
title: International (English) title of the film.
release_date date?: Day of the film's first release; null while it is in post-production.
vote_average number: Mean of the readers' votes on the film, 0 to 10.
popularity number: Popularity of the film.
character: Name of the character.
order integer: Place in the billing of the film; 0 is the leading part.
PersonJob: A job of a person for a film.
film_id integer: Id of the film.
title: International (English) title of the film.
release_date date?: Day of the film's first release; null while it is in post-production.
vote_average number: Mean of the readers' votes on the film, 0 to 10.
popularity number: Popularity of the film.
job Job
department Department
PersonImages: Portraits of a person.
person_id integer: Id of the person.
portraits [Image]: Portraits; the main portrait comes first.
PersonAwards: Nominations and prizes of a person.
person_id integer: Id of the person.
wins integer: Number of prizes won.
nominations [Nomination]: All nominations, prizes among them, by date.
Genre: A genre.
id integer: Id of the genre.
name: Name of the genre.
GenreList: All genres.
genres [Genre]: The genres, by name.
Keyword: A keyword.
id integer: Id of the keyword.
name: The keyword, such as \`bank robbery\`.
KeywordPage of Keyword: One page of keywords.
Country: A country.
code: Two letters, such as \`FR\`.
name: English name of the country.
CountryList: All countries.
countries [Country]: The countries, by name.
Language: A language.
code: Two letters, such as \`fr\`.
name: English name of the language.
LanguageList: All languages of films.
languages [Language]: The languages, by name.
Certificate: An age certificate.
code: Code of the certificate, such as \`12\`.
meaning: Who may see such films.
CertificateList: All age certificates.
certificates [Certificate]: The certificates, the mildest first.
Place: A city.
city: Name of the city.
country_code: Code of its country.
StudioName: A studio by name.
id integer: Id of the studio.
name: Name of the studio.
StudioPage of Studio: One page of studios.
Studio: A film studio.
id integer: Id of the studio.
name: Name of the studio.
founded integer: Year in which the studio was founded.
headquarters Place
film_count integer: Number of films of the studio.
StudioImages: Logos of a studio.
studio_id integer: Id of the studio.
logos [Image]: The studio's logos.
SeriesName: A film series by name.
id integer: Id of the series.
name: Name of the series.
SeriesPage of SeriesName: One page of film series.
Series: A film series with its films.
id integer: Id of the series.
name: Name of the series.
films [FilmSummary]: The films of the series, the oldest first.
SeriesImages: Images of a film series.
series_id integer: Id of the series.
posters [Image]: Posters of the films, the oldest film first.
backdrops [Image]: Backdrops of the films, the oldest film first.
Award: A film award.
id integer: Id of the award.
name: Name of the award.
first_year integer: Year of the first ceremony.
held_in Place
categories [AwardCategory]: Categories in which prizes are given.
AwardCategory: A category of an award.
id integer: Id of the category.
name: Name of the category, such as \`Best Film\`.
AwardName: A film award by name.
id integer: Id of the award.
name: Name of the award.
AwardPage of AwardName: One page of awards.
AwardList: All awards.
awards [Award]: The awards, by name.
Ceremony: One ceremony of an award.
id integer: Id of the ceremony.
award_id integer: Id of the award.
edition integer: Which ceremony it is, from 1.
date date: Day of the ceremony.
CeremonyPage of Ceremony: One page of ceremonies.
Nomination: A nomination for a prize.
award_id integer: Id of the award.
award: Name of the award.
ceremony_id integer: Id of the ceremony.
date date: Day of the ceremony.
category: Name of the category.
film_id integer: Id of the nominated film.
film_title: Title of the nominated film.
person_id integer?: Id of the nominated person; null in categories for films.
person_name text?: Name of the nominated person; null in categories for films.
won flag: Whether it won the prize.
CeremonyNominations: Nominations of a ceremony.
ceremony_id integer: Id of the ceremony.
award: Name of the award.
date date: Day of the ceremony.
nominations [Nomination]: The nominations, by category.
CinemaSummary: A cinema of the chain as it stands in lists.
id integer: Id of the cinema.
name: Name of the cinema.
city: City of the cinema.
country_code: Code of its country.
status open|renovation|closed: Whether it is open, closed for renovation or closed for good.
CinemaPage of CinemaSummary: One page of cinemas.
Cinema ...CinemaSummary: A cinema of the chain.
address: Street and number.
phone text?: Telephone number; null if it has none.
opened_on date: Day on which it was opened.
has_bar flag: Whether there is a bar.
seats integer: Seats on all screens together.
screens [Screen]: Its screens, by number.
Screen: A screen of a cinema.
number integer: Number of the screen within the cinema, from 1.
seats integer: Number of seats.
format: Projection, such as \`2D\` or \`70mm\`.
sound text?: Sound system; null if unknown.
accessible flag: Whether it can be reached by wheelchair.
Screening: A screening in a cinema of the chain.
id integer: Id of the screening.
film_id integer: Id of the film.
film_title: Title of the film.
cinema_id integer: Id of the cinema.
cinema_name: Name of the cinema.
screen integer: Number of the screen.
starts_at: Local day and time of the beginning, such as \`2025-03-01T20:30\`.
slot_minutes integer: Minutes for which the screen is taken, with advertisements.
version original|dubbed|subtitled: Language version.
state finished|planned|not-held: Whether it took place, is planned, or was not held.
base_price number: Full price of a ticket in euros, before surcharges.
ScreeningPage of Screening: One page of screenings.
CinemaDay: What a cinema shows on a day.
cinema_id integer: Id of the cinema.
cinema_name: Name of the cinema.
date date: The day.
screenings [Screening]: The screenings of the day, by time; may be empty.
Review: A reader's review of a film.
id integer: Id of the review.
film_id integer: Id of the film.
author: Name of the author.
rating integer?: The author's mark, 1 to 10; null if none was given.
content: The review itself.
created_at date: Day on which it was written.
ReviewPage of Review: One page of reviews.
ReviewStream: Some reviews, and where to go on.
reviews [Review]: The reviews, the newest first.
next_cursor text?: Give it as \`cursor\` for the reviews that follow; null after the last.
{NewReview}: A review to write.
content 1..5000: The review itself.
rating? integer 1..10: Mark from 1 (poor) to 10 (excellent).
ListSummary: A reader's list of films, without the films.
id integer: Id of the list.
name: Name of the list.
author: Name of the author.
film_count integer: Number of films on the list.
ListPage of ListSummary: One page of lists.
FilmList ...ListSummary: A reader's list of films.
films [FilmSummary]: The films, in the author's order.
{NewList}: A list to create.
name 1..100: Name of the list.
film_ids? [filmId] ..100: Ids of the first films; without it the list is empty.
{ListName}: A new name for a list.
name 1..100: Name of the list.
{FilmChoice}: A film to add.
film_id filmId: Id of the film.
Profile: Who the caller is and what is kept for the caller.
user_name: Name under which reviews and lists appear.
list_count integer: Number of the caller's lists.
review_count integer: Number of reviews the caller has written.
`;

/** Filters of the catalogue; a film must pass all that are given. */
const filters = `
genre_ids? [integer] 1..10: Ids of genres, all of which the film must have.
without_genre_ids? [integer] 1..10: Ids of genres, none of which the film may have.
keyword_ids? [integer] 1..10: Ids of keywords, all of which the film must have.
person_ids? [integer] 1..10: Ids of people, all of whom must have played in the film or worked on it.
cast_ids? [integer] 1..10: Ids of people, all of whom must have played in the film.
director_ids? [integer] 1..10: Ids of people, all of whom must have directed the film.
year_from? integer 1900..2100: Released in this year or later.
year_to? integer 1900..2100: Released in this year or earlier.
country? /^[A-Z]{2}$/: Code of a producing country, such as \`FR\` (see \`listCountries\`).
language? /^[a-z]{2}$/: Code of the original language, such as \`fr\` (see \`listLanguages\`).
runtime_min? integer 0..: At least this many minutes long.
runtime_max? integer 0..: At most this many minutes long.
vote_min? number 0..10: Mean vote of at least this.
vote_max? number 0..10: Mean vote of at most this.
votes_min? integer 0..: At least this many votes.
certification? U|PG|12|15|18: Age certificate of the film.
studio_id? integer 1..: Id of the studio.
sort_by? ${wordList(`popularity.desc, popularity.asc, vote_average.desc, vote_average.asc, vote_count.desc, release_date.desc,
  release_date.asc, revenue.desc, revenue.asc, budget.desc, runtime.desc, runtime.asc, title.asc`).join(
  "|",
)} =popularity.desc: Order of the films; films with the same value come by id, those without one last.
`;

export const filmFilterParameters: readonly Schema[] = filters
  .trim()
  .split("\n")
  .map((line) => parameterOf(`query ${line}`));

/** A body that takes nothing else. */
const closed = (schema: Schema): Schema => ({ ...schema, additionalProperties: false });

function readTable(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  const membersBy = new Map<string, readonly Member[]>();
  for (const entry of table.trim().split(/\n(?=[A-Z{])/u)) {
    const [head = "", ...lines] = entry.split("\n");
    const [, isBody, name = "", how, other = "", description = ""] =
      /^(\{)?(\w+)\}?(?:( = | of | \.\.\.)(.*?))?: (.*)$/u.exec(head) ?? [];
    const members = [...(membersBy.get(other) ?? []), ...lines.map(memberOf)];
    membersBy.set(name, members);
    const plain =
      how === " of "
        ? pageOf(other, description)
        : how === " = "
          ? { type: "string", description, enum: other.split("|") }
          : objectOf(description, members);
    schemas[name] = isBody === undefined ? plain : closed(plain);
  }
  return schemas;
}

const filmFilter: Schema = closed(
  objectOf(
    "Filters of the catalogue. A film must pass all that are given; without any, all films pass.",
    membersOf(`${filters.trim()}\npage? integer 1..1000 =1: Which page of twenty to give.`),
  ),
);

/** The document's schemas by name, without that of its errors. */
export const componentSchemas: Readonly<Record<string, Schema>> = {
  ...readTable(),
  FilmFilter: filmFilter,
};

const members: ReadonlyMap<string, readonly (readonly [name: string, own: string])[]> = new Map(
  Object.entries(componentSchemas).map(([schema, { properties = {} }]) => [
    schema,
    Object.keys(properties as object).map(
      (name) => [name, name.replace(/_(.)/gu, (_, letter: string) => letter.toUpperCase())] as const,
    ),
  ]),
);

/** A value as the document describes it: the members of that schema, `release_date` from `releaseDate`. */
export function view(schema: string, source: object): Record<string, unknown> {
  const values = source as Readonly<Record<string, unknown>>;
  return Object.fromEntries((members.get(schema) ?? []).map(([name, own]) => [name, values[own]]));
}
