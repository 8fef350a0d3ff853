import { isoDate } from "../calendar.ts";
import {
  type Catalogue,
  cinemaProgramme,
  filteredFilms,
  orderedFilms,
  recommendedFilms,
  similarFilms,
  yearOf,
} from "./catalogue.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import type { ReaderState } from "./readers.ts";
import * as views from "./views.ts";

const { filmSummary } = views;

export function filmHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const filmOf = (input: Input) => known(catalogue.films, "film", input);
  return {
    getFilm: (input) => json(views.filmView(catalogue, filmOf(input))),
    getFilmCredits: (input) => json(views.filmCredits(catalogue, filmOf(input).id)),
    getFilmImages: (input) => {
      const { id } = filmOf(input);
      return json({ film_id: id, ...views.filmImages(catalogue, [id]) });
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
      return json({ film_id: id, ...views.nominationsView(catalogue, catalogue.nominationsOfFilm.get(id)) });
    },
    getFilmRecommendations: (input) => page(input, recommendedFilms(catalogue, filmOf(input)), filmSummary),
    getSimilarFilms: (input) => page(input, similarFilms(catalogue, filmOf(input)), filmSummary),
    getFilmReviews: (input) => {
      const { id } = filmOf(input);
      const reviews = [...state.reviews.values()].filter((review) => review.filmId === id);
      return page(input, views.newestFirst(reviews), views.reviewView);
    },
    getFilmLists: (input) => {
      const { id } = filmOf(input);
      const lists = [...state.lists.values()].filter((list) => list.filmIds.includes(id));
      return page(input, lists, views.listSummary);
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
      return page(input, screenings, views.screeningView);
    },
  };
}

export function peopleHandlers(catalogue: Catalogue): Handlers {
  const personOf = (input: Input) => known(catalogue.people, "person", input);
  return {
    listPopularPeople: (input) => page(input, catalogue.popularPeople, views.personSummary),
    getPerson: (input) => json(views.personView(catalogue, personOf(input))),
    getPersonFilms: (input) => json(views.personFilms(catalogue, personOf(input).id)),
    getPersonImages: (input) => {
      const person = personOf(input);
      return json({ person_id: person.id, portraits: views.portraits(person) });
    },
    getPersonAwards: (input) => {
      const { id } = personOf(input);
      const nominations = catalogue.nominationsOfPerson.get(id);
      return json({ person_id: id, ...views.nominationsView(catalogue, nominations) });
    },
  };
}

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
  const find = (input: Input) => page(input, filteredFilms(catalogue, input), filmSummary);
  const images = new Map<string, views.Picture>(
    [
      ...catalogue.world.images,
      ...catalogue.world.people.flatMap(views.portraits),
      ...catalogue.world.studios.flatMap(views.logos),
    ].map((image) => [image.path, image]),
  );
  return {
    listTopRatedFilms: (input) => page(input, topRated, filmSummary),
    listPopularFilms: (input) => page(input, catalogue.popularFilms, filmSummary),
    listNewestFilms: (input) => page(input, newest, filmSummary),
    listUpcomingFilms: (input) => page(input, upcoming, filmSummary),
    discoverFilms: find,
    queryFilms: find,
    exportBoxOffice: (input) => ({ body: boxOffice(catalogue, input) }),
    getImage: (input) => {
      const path = `/${input.text("folder")}/${input.text("file_name")}`;
      const image = images.get(path);
      if (image === undefined) throw problem(404, `There is no image ${path}.`, "file_name");
      return { body: views.tinyPng(path, image.width, image.height) };
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
