import { isoDate } from "../calendar.ts";
import { type Catalogue, cinemaProgramme, recommendedFilms, similarFilms } from "./catalogue.ts";
import {
  date,
  idsInQuery,
  inQuery,
  integer,
  list,
  nullable,
  number,
  object,
  pageOf,
  ref,
  type Schema,
  text,
} from "./document.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import type { ReaderState } from "./my-things.ts";
import {
  filmCredits,
  filmImages,
  filmSummary,
  filmView,
  listSummary,
  newestFirst,
  nominationsView,
  reviewView,
  screeningView,
} from "./views.ts";

export const certifications = ["U", "PG", "12", "15", "18"] as const;

const briefly = {
  id: integer("Id of the film."),
  title: text("International (English) title."),
  original_title: text("Title in the original language."),
  original_language: text("Code of the original language, such as `fr`."),
  release_date: nullable(date("Day of the first release; null while the film is in post-production.")),
  genre_ids: list("Ids of the film's genres; the first is the main genre.", { type: "integer" }),
  overview: text("The story in a sentence or two."),
  popularity: number("How much attention the film gets now; higher is more popular."),
  vote_average: number("Mean of the readers' votes from 0 to 10; 0 without votes."),
  vote_count: integer("Number of readers' votes."),
  poster_path: nullable(text("Path of the main poster; give its two parts to `getImage`.")),
  backdrop_path: nullable(text("Path of the main backdrop; give its two parts to `getImage`.")),
} satisfies Record<string, Schema>;

export const filmSchemas: Readonly<Record<string, Schema>> = {
  FilmSummary: object("A film as it stands in lists.", briefly),
  FilmPage: pageOf("FilmSummary", "One page of films."),
  Film: object("Everything about a film but its credits, images, keywords, reviews and awards.", {
    ...briefly,
    status: text("Whether the film has been released.", { enum: ["released", "post-production"] }),
    tagline: text("The line on the poster; may be empty."),
    runtime: nullable(integer("Running time in minutes; null while the film is not finished.")),
    budget: nullable(integer("Budget in whole euros; null if it was never published.")),
    revenue: nullable(integer("Worldwide box office in whole euros; null if it was never published.")),
    certification: nullable(
      text("Age certificate; null if the film was never classified.", { enum: certifications }),
    ),
    genres: list("The film's genres; the first is the main genre.", ref("Genre")),
    countries: list("Producing countries; the first is the main one.", ref("Country")),
    studio: ref("StudioName"),
    series: nullable(ref("SeriesName")),
    remake_of: nullable(integer("Id of the film that this film is a remake of; null if it is none.")),
    set_in: ref("Place"),
  }),
  CastMember: object("A part in a film.", {
    person_id: integer("Id of the actor."),
    name: text("Name of the actor."),
    character: text("Name of the character."),
    order: integer("Place in the billing; 0 is billed first, the leading part."),
    profile_path: nullable(text("Path of the actor's portrait.")),
  }),
  CrewMember: object("A job behind the camera.", {
    person_id: integer("Id of the crew member."),
    name: text("Name of the crew member."),
    job: ref("Job"),
    department: ref("Department"),
    profile_path: nullable(text("Path of the crew member's portrait.")),
  }),
  Job: text("What somebody did for a film.", {
    enum: ["Director", "Writer", "Original Music Composer", "Editor", "Director of Photography"],
  }),
  Department: text("Department of a film crew.", {
    enum: ["Acting", "Directing", "Writing", "Sound", "Editing", "Camera"],
  }),
  FilmCredits: object("Who played in a film and who made it.", {
    film_id: integer("Id of the film."),
    cast: list("The actors, by billing.", ref("CastMember")),
    crew: list("The director and the rest of the crew.", ref("CrewMember")),
  }),
  Image: object("An image: where it is and how large.", {
    path: text(
      "Path of the image, such as `/films/14266-poster-9753.jpg`; give its two parts to `getImage`.",
    ),
    width: integer("Width in pixels."),
    height: integer("Height in pixels."),
    language: nullable(text("Code of the language of the lettering; null without lettering.")),
  }),
  FilmImages: object("Images of a film.", {
    film_id: integer("Id of the film."),
    posters: list("Posters; the main poster comes first.", ref("Image")),
    backdrops: list("Backdrops; the main backdrop comes first.", ref("Image")),
  }),
  FilmKeywords: object("Keywords of a film.", {
    film_id: integer("Id of the film."),
    keywords: list("What the film is about.", ref("Keyword")),
  }),
  FilmReleases: object("Release of a film in each of its producing countries.", {
    film_id: integer("Id of the film."),
    releases: list("One release per country; empty while the film is not released.", ref("Release")),
  }),
  Release: object("The release of a film in a country.", {
    country_code: text("Code of the country, such as `FR`."),
    release_date: date("Day of the release there."),
    certification: nullable(
      text("Age certificate there; null if the film was never classified.", { enum: certifications }),
    ),
  }),
  FilmAwards: object("Nominations and prizes of a film.", {
    film_id: integer("Id of the film."),
    wins: integer("Number of prizes won."),
    nominations: list("All nominations, prizes among them, by date.", ref("Nomination")),
  }),
};

export const filmOrders = [
  "popularity.desc",
  "popularity.asc",
  "vote_average.desc",
  "vote_average.asc",
  "vote_count.desc",
  "release_date.desc",
  "release_date.asc",
  "revenue.desc",
  "revenue.asc",
  "budget.desc",
  "runtime.desc",
  "runtime.asc",
  "title.asc",
] as const;

/** Filters of the catalogue; a film must pass all that are given. */
const single: Readonly<Record<string, Schema>> = {
  year_from: integer("Released in this year or later.", { minimum: 1900, maximum: 2100 }),
  year_to: integer("Released in this year or earlier.", { minimum: 1900, maximum: 2100 }),
  country: text("Code of a producing country, such as `FR` (see `listCountries`).", {
    pattern: "^[A-Z]{2}$",
  }),
  language: text("Code of the original language, such as `fr` (see `listLanguages`).", {
    pattern: "^[a-z]{2}$",
  }),
  runtime_min: integer("At least this many minutes long.", { minimum: 0 }),
  runtime_max: integer("At most this many minutes long.", { minimum: 0 }),
  vote_min: number("Mean vote of at least this.", { minimum: 0, maximum: 10 }),
  vote_max: number("Mean vote of at most this.", { minimum: 0, maximum: 10 }),
  votes_min: integer("At least this many votes.", { minimum: 0 }),
  certification: text("Age certificate of the film.", { enum: certifications }),
  studio_id: integer("Id of the studio.", { minimum: 1 }),
};

const several: Readonly<Record<string, string>> = {
  genre_ids: "Ids of genres, all of which the film must have.",
  without_genre_ids: "Ids of genres, none of which the film may have.",
  keyword_ids: "Ids of keywords, all of which the film must have.",
  person_ids: "Ids of people, all of whom must have played in the film or worked on it.",
  cast_ids: "Ids of people, all of whom must have played in the film.",
  director_ids: "Ids of people, all of whom must have directed the film.",
};

const order = text("Order of the films; films with the same value come by id, those without one last.", {
  enum: filmOrders,
  default: "popularity.desc",
});

export const filmFilterParameters: readonly Schema[] = [
  ...Object.entries(several).map(([name, description]) => idsInQuery(name, description)),
  ...Object.entries(single).map(([name, schema]) => inQuery(name, schema)),
  inQuery("sort_by", order),
];

/** The same as a JSON body. */
export const filmFilterSchema: Schema = {
  ...object(
    "Filters of the catalogue. A film must pass all that are given; without any, all films pass.",
    {
      ...Object.fromEntries(
        Object.entries(several).map(([name, description]) => [
          name,
          list(description, { type: "integer" }, { minItems: 1, maxItems: 10 }),
        ]),
      ),
      ...single,
      sort_by: order,
      page: integer("Which page of twenty to give.", { minimum: 1, maximum: 1000, default: 1 }),
    },
    [...Object.keys(several), ...Object.keys(single), "sort_by", "page"],
  ),
  additionalProperties: false,
};

export function filmHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const filmOf = (input: Input) => known(catalogue.films, input.number("film_id") ?? 0, "film");
  return {
    getFilm: (input) => json(filmView(catalogue, filmOf(input))),
    getFilmCredits: (input) => json(filmCredits(catalogue, filmOf(input).id)),
    getFilmImages: (input) => {
      const { id } = filmOf(input);
      return json({ film_id: id, ...filmImages(catalogue, [id]) });
    },
    getFilmKeywords: (input) => {
      const film = filmOf(input);
      return json({ film_id: film.id, keywords: film.keywordIds.map((id) => catalogue.keywords.get(id)) });
    },
    getFilmReleases: (input) => {
      const { id, certification, countryCodes, releaseDate } = filmOf(input);
      const releases = releaseDate === null ? [] : countryCodes;
      return json({
        film_id: id,
        releases: releases.map((code) => ({ country_code: code, release_date: releaseDate, certification })),
      });
    },
    getFilmAwards: (input) => {
      const { id } = filmOf(input);
      return json({ film_id: id, ...nominationsView(catalogue, catalogue.nominationsOfFilm.get(id)) });
    },
    getFilmRecommendations: (input) =>
      json(page(input, recommendedFilms(catalogue, filmOf(input)), filmSummary)),
    getSimilarFilms: (input) => json(page(input, similarFilms(catalogue, filmOf(input)), filmSummary)),
    getFilmReviews: (input) => {
      const { id } = filmOf(input);
      const reviews = [...state.reviews.values()].filter((review) => review.filmId === id);
      return json(page(input, newestFirst(reviews), reviewView));
    },
    getFilmLists: (input) => {
      const { id } = filmOf(input);
      const lists = [...state.lists.values()].filter((list) => list.filmIds.includes(id));
      return json(page(input, lists, listSummary));
    },
    getFilmScreenings: (input) => {
      const { id } = filmOf(input);
      const from = input.text("from") ?? "";
      const to = input.text("to") ?? "9999";
      if (from > to) throw problem(422, "from must not be after to.", "from");
      const cinema = input.number("cinema_id");
      const screenings = (cinemaProgramme(catalogue).ofFilm.get(id) ?? []).filter((screening) => {
        const day = isoDate(screening.day);
        return from <= day && day <= to && (cinema === undefined || screening.site.id === cinema);
      });
      return json(page(input, screenings, screeningView));
    },
  };
}
