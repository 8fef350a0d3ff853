import { isoDate } from "../../calendar.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { recommendedFilms, similarFilms } from "../catalogue/film-ranking.ts";
import { cinemaProgramme } from "../catalogue/programme.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known, problem } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import type { ReaderState } from "../reader-state.ts";
import { nominationsView } from "../views/award-view.ts";
import { screeningView } from "../views/cinema-view.ts";
import { filmSummary, filmView } from "../views/film-view.ts";
import { filmImages } from "../views/image-view.ts";
import { filmCredits } from "../views/person-view.ts";
import { listSummary, newestFirst, reviewView } from "../views/reader-view.ts";

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
