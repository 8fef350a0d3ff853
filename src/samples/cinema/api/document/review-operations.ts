import { answers, created, nothing, type Operation, operation } from "./operation.ts";
import { inQuery } from "./parameters.ts";
import { integer, ref, text } from "./schema-shapes.ts";

export const reviewOperations: readonly Operation[] = [
  operation("Reviews", "get", "/reviews", {
    id: "listLatestReviews",
    summary: "Latest reviews of all films",
    description: "Reviews of all films, the newest first. Go on with the `next_cursor` of the answer.",
    parameters: [
      inQuery(
        "cursor",
        text("`next_cursor` of the answer before; without it the newest reviews come.", { maxLength: 100 }),
      ),
      inQuery("limit", integer("How many reviews to give.", { minimum: 1, maximum: 50, default: 20 })),
    ],
    answer: answers(ref("ReviewStream"), "Some reviews."),
  }),
  operation("Reviews", "get", "/reviews/{review_id}", {
    id: "getReview",
    summary: "A review",
    description: "One review with its author and mark.",
    parameters: ["ReviewId"],
    answer: answers(ref("Review"), "The review."),
  }),
  operation("Reviews", "post", "/films/{film_id}/reviews", {
    id: "writeReview",
    summary: "Write a review",
    description: "Publishes a review of a film under the caller's name.",
    parameters: ["FilmId"],
    body: ref("NewReview"),
    secured: true,
    answer: created(ref("Review"), "The new review."),
  }),
  operation("Reviews", "patch", "/reviews/{review_id}", {
    id: "editReview",
    summary: "Edit a review",
    description: "Changes text or mark of a review of the caller.",
    parameters: ["ReviewId"],
    body: ref("ReviewChange"),
    secured: true,
    answer: answers(ref("Review"), "The changed review."),
    problems: [403],
  }),
  operation("Reviews", "delete", "/reviews/{review_id}", {
    id: "deleteReview",
    summary: "Delete a review",
    description: "Deletes a review of the caller. It cannot be brought back.",
    parameters: ["ReviewId"],
    secured: true,
    answer: nothing("The review is gone."),
    problems: [403],
  }),
];
