import { isoDate } from "../calendar.ts";
import type { CatalogueReview, CinemaWorld } from "../cinema-world.ts";
import { snapshot } from "../database/create-screenings.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import { listSummary, listView, newestFirst, reviewView } from "./views.ts";

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
    nextListId: () => ++lastList,
    nextReviewId: () => ++lastReview,
  };
}

/** In the sample it is always the last day of its records, so that answers stay the same. */
const today = isoDate(snapshot);

export function reviewHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  return {
    listLatestReviews: (input) => json(latestReviews(state, input)),
    getReview: (input) => json(reviewView(known(state.reviews, "review", input))),
    writeReview: (input) => {
      const film = known(catalogue.films, "film", input);
      const review = {
        id: state.nextReviewId(),
        filmId: film.id,
        author: state.userName,
        rating: input.number("rating") ?? null,
        content: input.text("content") ?? "",
        createdAt: today,
      };
      state.ownReviews.add(review.id);
      state.reviews.set(review.id, review);
      return json(reviewView(review), { Location: `/reviews/${review.id}` });
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
    getMyProfile: () =>
      json({
        user_name: state.userName,
        list_count: state.ownLists.size,
        review_count: state.ownReviews.size,
      }),
    getMyLists: (input) => {
      const lists = [...state.lists.values()].filter(({ id }) => state.ownLists.has(id));
      const newest = lists.sort((a, b) => b.id - a.id);
      return page(input, newest, listSummary);
    },
  };
}
