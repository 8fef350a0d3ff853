import type { CatalogueReview, CinemaWorld } from "../cinema-world.ts";

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
