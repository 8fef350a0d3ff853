import type { CatalogueReview, CinemaWorld, Film } from "../cinema-world.ts";
import type { Catalogue } from "./catalogue.ts";
import { date, integer, list, nullable, object, pageOf, ref, type Schema, text } from "./document.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import { filmSummary } from "./views.ts";

const closed = (schema: Schema): Schema => ({ ...schema, additionalProperties: false });
const filmId = integer("Id of the film.", { minimum: 1 });
const mark = integer("Mark from 1 (poor) to 10 (excellent).", { minimum: 1, maximum: 10 });
const content = text("The review itself.", { minLength: 1, maxLength: 5000 });
const listName = text("Name of the list.", { minLength: 1, maxLength: 100 });

/** What readers write (reviews, lists, ratings), and the bodies to write it with. */
export const readerSchemas: Readonly<Record<string, Schema>> = {
  Review: object("A reader's review of a film.", {
    id: integer("Id of the review."),
    film_id: integer("Id of the film."),
    author: text("Name of the author."),
    rating: nullable(integer("The author's mark, 1 to 10; null if none was given.")),
    content: text("The review itself."),
    created_at: date("Day on which it was written."),
  }),
  ReviewPage: pageOf("Review", "One page of reviews."),
  ReviewStream: object("Some reviews, and where to go on.", {
    reviews: list("The reviews, the newest first.", ref("Review")),
    next_cursor: nullable(text("Give it as `cursor` for the reviews that follow; null after the last.")),
  }),
  NewReview: closed(object("A review to write.", { content, rating: mark }, ["rating"])),
  ReviewChange: closed({
    ...object("What to change of a review; at least one of the two.", { content, rating: nullable(mark) }, [
      "content",
      "rating",
    ]),
    minProperties: 1,
  }),
  ListSummary: object("A reader's list of films, without the films.", {
    id: integer("Id of the list."),
    name: text("Name of the list."),
    author: text("Name of the author."),
    film_count: integer("Number of films on the list."),
  }),
  ListPage: pageOf("ListSummary", "One page of lists."),
  FilmList: object("A reader's list of films.", {
    id: integer("Id of the list."),
    name: text("Name of the list."),
    author: text("Name of the author."),
    film_count: integer("Number of films on the list."),
    films: list("The films, in the author's order.", ref("FilmSummary")),
  }),
  NewList: closed(
    object(
      "A list to create.",
      {
        name: listName,
        film_ids: list("Ids of the first films; without it the list is empty.", filmId, { maxItems: 100 }),
      },
      ["film_ids"],
    ),
  ),
  ListName: closed(object("A new name for a list.", { name: listName })),
  FilmChoice: closed(object("A film to add.", { film_id: filmId })),
  NewRating: closed(object("A mark for a film.", { value: mark })),
  Rating: object("A mark that the caller gave.", {
    film_id: integer("Id of the film."),
    film_title: text("Title of the film."),
    value: integer("Mark from 1 to 10."),
  }),
  RatingPage: pageOf("Rating", "One page of the caller's marks."),
  Profile: object("Who the caller is and what is kept for the caller.", {
    user_name: text("Name under which reviews and lists appear."),
    list_count: integer("Number of the caller's lists."),
    rating_count: integer("Number of films the caller has rated."),
    review_count: integer("Number of reviews the caller has written."),
    favourite_count: integer("Number of favourite films."),
    watchlist_count: integer("Number of films on the watchlist."),
  }),
  SearchHit: object("Something that a search over everything found.", {
    kind: text("What it is; tells which operation takes the id.", {
      enum: ["film", "person", "studio", "series", "keyword", "award", "cinema", "list"],
    }),
    id: integer("Id among things of this kind."),
    name: text("Title or name."),
  }),
  SearchHitPage: pageOf("SearchHit", "One page of things of all kinds."),
};

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
