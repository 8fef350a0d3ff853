import { isoDate } from "../calendar.ts";
import type { CatalogueReview } from "../cinema-world.ts";
import { snapshot } from "../database/create-screenings.ts";
import type { Catalogue } from "./catalogue.ts";
import { type Handlers, type Input, json, known, problem } from "./http.ts";
import type { ReaderState } from "./my-things.ts";
import { newestFirst, reviewView } from "./views.ts";

/** In the sample it is always the last day of its records, so that answers stay the same. */
const today = isoDate(snapshot);

export function reviewHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const reviewOf = (input: Input) => known(state.reviews, input.number("review_id") ?? 0, "review");
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
      const film = known(catalogue.films, input.number("film_id") ?? 0, "film");
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
