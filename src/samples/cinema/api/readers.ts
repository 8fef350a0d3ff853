import { isoDate } from "../calendar.ts";
import type { CatalogueReview, CinemaWorld, Film } from "../cinema-world.ts";
import { snapshot } from "../database/create-screenings.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import { view } from "./schemas.ts";
import { filmSummary, listSummary, listView, newestFirst, reviewView } from "./views.ts";

export interface KeptList {
  readonly id: number;
  readonly name: string;
  readonly author: string;
  readonly filmIds: readonly number[];
}

/** What one server keeps of its reader: it begins as the catalogue's reviews and lists, and is gone with the server. */
export interface ReaderState {
  readonly userName: string;
  readonly lists: Map<number, KeptList>;
  readonly reviews: Map<number, CatalogueReview>;
  /** Ids of the lists and reviews that the reader made. */
  readonly ownLists: Set<number>;
  readonly ownReviews: Set<number>;
  /** Marks by film; the last given stands last. */
  readonly ratings: Map<number, number>;
  /** Film ids in the order in which they were added. */
  readonly favourites: Set<number>;
  readonly watchlist: Set<number>;
  /** An id that no list or review has had before. */
  nextListId(): number;
  nextReviewId(): number;
}

export function createReaderState(world: CinemaWorld): ReaderState {
  let lastList = 20_000;
  let lastReview = 200_000;
  return {
    userName: "night_owl",
    lists: new Map(world.lists.map((list) => [list.id, list])),
    reviews: new Map(world.reviews.map((review) => [review.id, review])),
    ownLists: new Set(),
    ownReviews: new Set(),
    ratings: new Map(),
    favourites: new Set(),
    watchlist: new Set(),
    nextListId: () => ++lastList,
    nextReviewId: () => ++lastReview,
  };
}

export function myHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const filmOf = (input: Input) => known(catalogue.films, "film", input);
  const ratingView = (filmId: number) =>
    view("Rating", {
      filmId,
      filmTitle: catalogue.films.get(filmId)?.title,
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
    getMyRatings: (input) => page(input, [...state.ratings.keys()].reverse(), ratingView),
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
      const films = [...shelf].reverse().flatMap((id) => catalogue.films.get(id) ?? []);
      return page(input, films, filmSummary);
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

/** In the sample it is always the last day of its records, so that answers stay the same. */
const today = isoDate(snapshot);

export function reviewHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const reviewOf = (input: Input) => known(state.reviews, "review", input);
  const ownReview = (input: Input) => {
    const review = reviewOf(input);
    if (!state.ownReviews.has(review.id))
      throw problem(403, `Review ${review.id} was written by ${review.author}.`);
    return review;
  };
  const keep = (review: CatalogueReview) => {
    state.reviews.set(review.id, review);
    return reviewView(review);
  };
  return {
    listLatestReviews: (input) => json(latestReviews(state, input)),
    getReview: (input) => json(reviewView(reviewOf(input))),
    writeReview: (input) => {
      const film = known(catalogue.films, "film", input);
      const id = state.nextReviewId();
      state.ownReviews.add(id);
      const review = keep({
        id,
        filmId: film.id,
        author: state.userName,
        rating: input.number("rating") ?? null,
        content: input.text("content") ?? "",
        createdAt: today,
      });
      return json(review, { Location: `/reviews/${id}` });
    },
    editReview: (input) => {
      const review = ownReview(input);
      const rating = input.isNull("rating") ? null : (input.number("rating") ?? review.rating);
      return json(keep({ ...review, rating, content: input.text("content") ?? review.content }));
    },
    deleteReview: (input) => {
      const { id } = ownReview(input);
      state.reviews.delete(id);
      state.ownReviews.delete(id);
      return {};
    },
  };
}

/** The cursor is the day and id of the last review given, so that reviews written in between shift nothing. */
function latestReviews(state: ReaderState, input: Input) {
  const cursor = input.text("cursor");
  const after = cursor === undefined ? undefined : positionOf(cursor);
  const all = newestFirst(state.reviews.values());
  const rest =
    after === undefined
      ? all
      : all.filter(
          ({ createdAt, id }) => createdAt < after.day || (createdAt === after.day && id < after.id),
        );
  const reviews = rest.slice(0, input.number("limit") ?? 20);
  const last = reviews.at(-1);
  return {
    reviews: reviews.map(reviewView),
    next_cursor: last === undefined || reviews.length === rest.length ? null : cursorOf(last),
  };
}

function cursorOf({ createdAt, id }: CatalogueReview): string {
  return Buffer.from(`${createdAt}/${id}`).toString("base64url");
}

function positionOf(cursor: string): { readonly day: string; readonly id: number } {
  const match = /^(\d{4}-\d\d-\d\d)\/(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
  if (match === null) throw problem(422, "cursor must be the next_cursor of an answer.", "cursor");
  return { day: match[1] ?? "", id: Number(match[2]) };
}

export function listHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const listOf = (input: Input) => known(state.lists, "list", input);
  const ownList = (input: Input) => {
    const list = listOf(input);
    if (!state.ownLists.has(list.id)) throw problem(403, `List ${list.id} belongs to ${list.author}.`);
    return list;
  };
  const keep = (list: KeptList) => {
    state.lists.set(list.id, list);
    return listView(catalogue, list);
  };
  return {
    getList: (input) => json(listView(catalogue, listOf(input))),
    createList: (input) => {
      const filmIds = [...new Set(input.ids("film_ids") ?? [])];
      const stranger = filmIds.find((id) => !catalogue.films.has(id));
      if (stranger !== undefined) throw problem(422, `There is no film ${stranger}.`, "film_ids");
      const id = state.nextListId();
      state.ownLists.add(id);
      const list = keep({ id, name: input.text("name") ?? "", author: state.userName, filmIds });
      return json(list, { Location: `/lists/${id}` });
    },
    renameList: (input) => json(keep({ ...ownList(input), name: input.text("name") ?? "" })),
    deleteList: (input) => {
      const { id } = ownList(input);
      state.lists.delete(id);
      state.ownLists.delete(id);
      return {};
    },
    addFilmToList: (input) => {
      const list = ownList(input);
      const film = known(catalogue.films, "film", input);
      if (list.filmIds.includes(film.id))
        throw problem(409, `Film ${film.id} is on list ${list.id} already.`, "film_id");
      return json(keep({ ...list, filmIds: [...list.filmIds, film.id] }));
    },
    removeFilmFromList: (input) => {
      const list = ownList(input);
      const filmId = input.number("film_id") ?? 0;
      if (!list.filmIds.includes(filmId))
        throw problem(404, `Film ${filmId} is not on list ${list.id}.`, "film_id");
      keep({ ...list, filmIds: list.filmIds.filter((id) => id !== filmId) });
      return {};
    },
    getMyLists: (input) => {
      const lists = [...state.lists.values()].filter(({ id }) => state.ownLists.has(id));
      const newest = lists.sort((a, b) => b.id - a.id);
      return page(input, newest, listSummary);
    },
  };
}
