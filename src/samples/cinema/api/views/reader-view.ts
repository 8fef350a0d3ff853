import type { CatalogueReview } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import type { KeptList } from "../reader-state.ts";
import { filmSummary } from "./film-view.ts";

/** `Review` of the document. */
export function reviewView(review: CatalogueReview) {
  return {
    id: review.id,
    film_id: review.filmId,
    author: review.author,
    rating: review.rating,
    content: review.content,
    created_at: review.createdAt,
  };
}

/** The newest first; of one day the higher id, which was written later. */
export function newestFirst(reviews: Iterable<CatalogueReview>): readonly CatalogueReview[] {
  return [...reviews].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
}

/** `ListSummary` of the document. */
export function listSummary(list: KeptList) {
  return { id: list.id, name: list.name, author: list.author, film_count: list.filmIds.length };
}

/** `FilmList` of the document. */
export function listView(catalogue: Catalogue, list: KeptList) {
  return {
    ...listSummary(list),
    films: list.filmIds.flatMap((id) => {
      const film = catalogue.films.get(id);
      return film === undefined ? [] : [filmSummary(film)];
    }),
  };
}
