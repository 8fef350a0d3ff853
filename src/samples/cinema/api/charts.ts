import { type Catalogue, filteredFilms, orderedFilms, yearOf } from "./catalogue.ts";
import { type Handlers, type Input, json, page, problem } from "./http.ts";
import { filmImage, filmSummary, type ImageView, logos, portraits, tinyPng } from "./views.ts";

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
