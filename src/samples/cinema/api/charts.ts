import { type Catalogue, filteredFilms, orderedFilms, yearOf } from "./catalogue.ts";
import { answers, inQuery, integer, type Operation, operation, ref, text } from "./document.ts";
import { filmFilterParameters } from "./films.ts";
import { type Handlers, type Input, json, page, problem } from "./http.ts";
import { filmImage, filmSummary, type ImageView, logos, portraits, tinyPng } from "./views.ts";

const chart = (id: string, path: string, summary: string, description: string): Operation =>
  operation("Charts", "get", path, {
    id,
    summary,
    description,
    parameters: ["Page"],
    answer: answers(ref("FilmPage"), "One page of films."),
  });

export const chartOperations: readonly Operation[] = [
  chart(
    "listTopRatedFilms",
    "/films/top-rated",
    "Films with the best votes",
    "Released films with at least 500 votes, the best mean vote first.",
  ),
  chart(
    "listPopularFilms",
    "/films/popular",
    "Films that are popular now",
    "All films, the most popular first.",
  ),
  chart("listNewestFilms", "/films/newest", "Newest films", "Released films, the last release first."),
  chart(
    "listUpcomingFilms",
    "/films/upcoming",
    "Films to come",
    "Films in post-production, which have no release date yet, the most popular first.",
  ),
  operation("Discover", "get", "/discover/films", {
    id: "discoverFilms",
    summary: "Films that pass filters",
    description:
      "Finds films by genre, years, country, language, running time, votes, certificate, studio, keyword and people, in a chosen order. Takes ids, not names: look ids up with the searches and lists first.",
    parameters: [...filmFilterParameters, "Page"],
    answer: answers(ref("FilmPage"), "One page of films."),
  }),
  operation("Discover", "post", "/films/query", {
    id: "queryFilms",
    summary: "Films that pass filters given as JSON",
    description:
      "The same as `discoverFilms` with the filters in the body. It only searches and changes nothing.",
    body: ref("FilmFilter"),
    answer: answers(ref("FilmPage"), "One page of films."),
  }),
  operation("Discover", "get", "/exports/box-office", {
    id: "exportBoxOffice",
    summary: "Box office of a year as CSV",
    description:
      "All films released in a year with budget and box office, the highest box office first. Columns: `film_id`, `title`, `release_date`, `country`, `studio`, `budget_eur`, `revenue_eur`; numbers that were never published are empty.",
    parameters: [
      inQuery("year", integer("Year of release.", { minimum: 1900, maximum: 2100 }), true),
      inQuery("country", text("Code of the main producing country.", { pattern: "^[A-Z]{2}$" })),
    ],
    answer: {
      status: 200,
      description: "A table with a line of column names.",
      mediaType: "text/csv",
      schema: { type: "string" },
    },
  }),
  operation("Images", "get", "/images/{folder}/{file_name}", {
    id: "getImage",
    summary: "A preview of an image",
    description:
      "A small PNG of the image behind a path that another operation gave: for `/films/14266-poster-9753.jpg` the folder is `films` and the file name `14266-poster-9753.jpg`.",
    parameters: [
      {
        name: "folder",
        in: "path",
        required: true,
        description: "First part of the image's path.",
        schema: { type: "string", enum: ["films", "people", "studios"] },
      },
      {
        name: "file_name",
        in: "path",
        required: true,
        description: "Second part of the image's path.",
        schema: { type: "string", minLength: 1, maxLength: 100 },
      },
    ],
    answer: {
      status: 200,
      description: "The preview.",
      mediaType: "image/png",
      schema: { type: "string", contentMediaType: "image/png" },
    },
  }),
];

const ENOUGH_VOTES = 500;

export function chartHandlers(catalogue: Catalogue): Handlers {
  const { films } = catalogue.world;
  const released = films.filter((film) => film.status === "released");
  const upcoming = catalogue.popularFilms.filter((film) => film.status === "post-production");
  const topRated = orderedFilms(
    released.filter((film) => film.voteCount >= ENOUGH_VOTES),
    "vote_average.desc",
  );
  const newest = orderedFilms(released, "release_date.desc");
  const find = (input: Input) => json(page(input, filteredFilms(catalogue, input), filmSummary));
  const images = new Map<string, ImageView>(
    [
      ...catalogue.world.images.map(filmImage),
      ...catalogue.world.people.flatMap(portraits),
      ...catalogue.world.studios.flatMap(logos),
    ].map((image) => [image.path, image]),
  );
  return {
    listTopRatedFilms: (input) => json(page(input, topRated, filmSummary)),
    listPopularFilms: (input) => json(page(input, catalogue.popularFilms, filmSummary)),
    listNewestFilms: (input) => json(page(input, newest, filmSummary)),
    listUpcomingFilms: (input) => json(page(input, upcoming, filmSummary)),
    discoverFilms: find,
    queryFilms: find,
    exportBoxOffice: (input) => ({ body: boxOffice(catalogue, input) }),
    getImage: (input) => {
      const path = `/${input.text("folder")}/${input.text("file_name")}`;
      const image = images.get(path);
      if (image === undefined) throw problem(404, `There is no image ${path}.`, "file_name");
      return { body: tinyPng(path, image.width, image.height) };
    },
  };
}

function boxOffice(catalogue: Catalogue, input: Input): string {
  const country = input.text("country");
  const films = catalogue.world.films.filter(
    (film) =>
      yearOf(film) === input.number("year") && (country === undefined || film.countryCodes[0] === country),
  );
  const rows = orderedFilms(films, "revenue.desc").map((film) => [
    film.id,
    film.title,
    film.releaseDate,
    film.countryCodes[0],
    catalogue.studios.get(film.studioId)?.name,
    film.budget,
    film.revenue,
  ]);
  const columns = ["film_id", "title", "release_date", "country", "studio", "budget_eur", "revenue_eur"];
  return [columns, ...rows].map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

function csvField(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
