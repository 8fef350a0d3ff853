import { date, integer, list, nullable, object, pageOf, ref, type Schema, text } from "./schema-shapes.ts";

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
