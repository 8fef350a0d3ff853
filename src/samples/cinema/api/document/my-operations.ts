import { answers, created, nothing, type Operation, operation } from "./operation.ts";
import { ref } from "./schema-shapes.ts";

/** A shelf of films of the caller: favourites, or films to watch. */
const shelf = (tag: string, name: string, path: string, words: string): readonly Operation[] => [
  operation(tag, "get", path, {
    id: `getMy${name}`,
    summary: `${words} of the caller`,
    description: "The films, the last added first.",
    parameters: ["Page"],
    secured: true,
    answer: answers(ref("FilmPage"), "One page of films."),
  }),
  operation(tag, "post", path, {
    id: `addTo${name}`,
    summary: `Add to ${words.toLowerCase()}`,
    description: "Adds a film; a film that is there already stays where it is.",
    body: ref("FilmChoice"),
    secured: true,
    answer: answers(ref("FilmSummary"), "The film that was added."),
    problems: [404],
  }),
  operation(tag, "delete", `${path}/{film_id}`, {
    id: `removeFrom${name}`,
    summary: `Remove from ${words.toLowerCase()}`,
    description: "Removes a film.",
    parameters: ["FilmId"],
    secured: true,
    answer: nothing("The film is not there any more."),
  }),
];

export const myOperations: readonly Operation[] = [
  operation("Profile", "get", "/my/profile", {
    id: "getMyProfile",
    summary: "Who the caller is",
    description: "The caller's name, and how many lists, ratings, reviews and films are kept.",
    secured: true,
    answer: answers(ref("Profile"), "The profile."),
  }),
  operation("Ratings", "get", "/my/ratings", {
    id: "getMyRatings",
    summary: "Ratings of the caller",
    description: "The films that the caller has rated, the last rated first.",
    parameters: ["Page"],
    secured: true,
    answer: answers(ref("RatingPage"), "One page of ratings."),
  }),
  operation("Ratings", "post", "/films/{film_id}/rating", {
    id: "rateFilm",
    summary: "Rate a film",
    description:
      "Gives a film a first mark. The mark is kept for the caller and does not change the votes of the catalogue.",
    parameters: ["FilmId"],
    body: ref("NewRating"),
    secured: true,
    answer: created(ref("Rating"), "The mark."),
    problems: [409],
  }),
  operation("Ratings", "put", "/films/{film_id}/rating", {
    id: "changeRating",
    summary: "Change the rating of a film",
    description: "Replaces the mark of a film that the caller has rated.",
    parameters: ["FilmId"],
    body: ref("NewRating"),
    secured: true,
    answer: answers(ref("Rating"), "The new mark."),
  }),
  operation("Ratings", "delete", "/films/{film_id}/rating", {
    id: "deleteRating",
    summary: "Delete the rating of a film",
    description: "Takes the caller's mark of a film back.",
    parameters: ["FilmId"],
    secured: true,
    answer: nothing("The film is not rated any more."),
  }),
  ...shelf("Favourites", "Favourites", "/my/favourites", "Favourites"),
  ...shelf("Watchlist", "Watchlist", "/my/watchlist", "Watchlist"),
];
