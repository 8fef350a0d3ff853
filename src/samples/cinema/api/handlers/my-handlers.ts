import type { Film } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known, problem } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import type { ReaderState } from "../reader-state.ts";
import { filmSummary } from "../views/film-view.ts";

export function myHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const filmOf = (input: Input) => known(catalogue.films, input.number("film_id") ?? 0, "film");
  const ratingView = (filmId: number) => ({
    film_id: filmId,
    film_title: catalogue.films.get(filmId)?.title,
    value: state.ratings.get(filmId),
  });
  const rated = (input: Input) => {
    const { id } = filmOf(input);
    if (!state.ratings.has(id)) throw problem(404, `Film ${id} has no rating of yours.`, "film_id");
    return id;
  };
  return {
    getMyProfile: () =>
      json({
        user_name: state.userName,
        list_count: state.ownLists.size,
        rating_count: state.ratings.size,
        review_count: state.ownReviews.size,
        favourite_count: state.favourites.size,
        watchlist_count: state.watchlist.size,
      }),
    getMyRatings: (input) => json(page(input, [...state.ratings.keys()].reverse(), ratingView)),
    rateFilm: (input) => {
      const { id } = filmOf(input);
      if (state.ratings.has(id))
        throw problem(409, `Film ${id} has a rating of yours already; change it with PUT.`, "film_id");
      state.ratings.set(id, input.number("value") ?? 0);
      return json(ratingView(id), { Location: `/films/${id}/rating` });
    },
    changeRating: (input) => {
      const id = rated(input);
      // Taken out first, so that it stands last among the ratings.
      state.ratings.delete(id);
      state.ratings.set(id, input.number("value") ?? 0);
      return json(ratingView(id));
    },
    deleteRating: (input) => {
      state.ratings.delete(rated(input));
      return {};
    },
    ...shelfHandlers("Favourites", catalogue, state.favourites, filmOf),
    ...shelfHandlers("Watchlist", catalogue, state.watchlist, filmOf),
  };
}

function shelfHandlers(
  name: string,
  catalogue: Catalogue,
  shelf: Set<number>,
  filmOf: (input: Input) => Film,
): Handlers {
  return {
    [`getMy${name}`]: (input) => {
      const films = [...shelf].reverse().map((id) => known(catalogue.films, id, "film"));
      return json(page(input, films, filmSummary));
    },
    [`addTo${name}`]: (input) => {
      const film = filmOf(input);
      shelf.add(film.id);
      return json(filmSummary(film));
    },
    [`removeFrom${name}`]: (input) => {
      const { id } = filmOf(input);
      if (!shelf.delete(id)) throw problem(404, `Film ${id} is not there.`, "film_id");
      return {};
    },
  };
}
