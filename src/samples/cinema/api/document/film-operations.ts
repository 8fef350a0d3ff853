import { answers, type Operation, operation } from "./operation.ts";
import { inQuery } from "./parameters.ts";
import { date, integer, ref } from "./schema-shapes.ts";

const film = (
  id: string,
  path: string,
  summary: string,
  description: string,
  schema: string,
  answer: string,
): Operation =>
  operation("Films", "get", `/films/{film_id}${path}`, {
    id,
    summary,
    description,
    parameters: ["FilmId"],
    answer: answers(ref(schema), answer),
  });

const filmPage = (
  id: string,
  path: string,
  summary: string,
  description: string,
  schema: string,
): Operation =>
  operation("Films", "get", `/films/{film_id}${path}`, {
    id,
    summary,
    description,
    parameters: ["FilmId", "Page"],
    answer: answers(ref(schema), "One page of them."),
  });

export const filmOperations: readonly Operation[] = [
  film(
    "getFilm",
    "",
    "Details of a film",
    "Titles, release date, running time, budget and box office, genres, countries, studio, series, certificate, setting. For actors and crew see `getFilmCredits`.",
    "Film",
    "The film.",
  ),
  film(
    "getFilmCredits",
    "/credits",
    "Cast and crew of a film",
    "The actors by billing, and director, writer, composer, editor and director of photography.",
    "FilmCredits",
    "Cast and crew.",
  ),
  film("getFilmImages", "/images", "Images of a film", "Posters and backdrops.", "FilmImages", "The images."),
  film(
    "getFilmKeywords",
    "/keywords",
    "Keywords of a film",
    "What the film is about, in keywords.",
    "FilmKeywords",
    "The keywords.",
  ),
  film(
    "getFilmReleases",
    "/releases",
    "Releases of a film by country",
    "When the film was released in its producing countries, and with which age certificate.",
    "FilmReleases",
    "The releases.",
  ),
  film(
    "getFilmAwards",
    "/awards",
    "Awards of a film",
    "All nominations of a film and of people for it, and which of them won.",
    "FilmAwards",
    "Nominations and prizes.",
  ),
  filmPage(
    "getFilmRecommendations",
    "/recommendations",
    "Films recommended after a film",
    "What somebody who liked this film might like: films that share its director, series, genres or keywords, weighed with the readers' votes. At most forty.",
    "FilmPage",
  ),
  filmPage(
    "getSimilarFilms",
    "/similar",
    "Films similar to a film",
    "The hundred films with the most genres and keywords in common.",
    "FilmPage",
  ),
  filmPage(
    "getFilmReviews",
    "/reviews",
    "Reviews of a film",
    "What readers wrote about a film, the newest first.",
    "ReviewPage",
  ),
  filmPage(
    "getFilmLists",
    "/lists",
    "Lists with a film",
    "Readers' lists on which the film stands.",
    "ListPage",
  ),
  operation("Films", "get", "/films/{film_id}/screenings", {
    id: "getFilmScreenings",
    summary: "Screenings of a film",
    description:
      "When and where the cinemas of the chain show a film, by time. The programme runs from 2024-01-01 to 2026-01-14.",
    parameters: [
      "FilmId",
      inQuery("from", date("First day, such as `2025-03-01`.")),
      inQuery("to", date("Last day.")),
      inQuery("cinema_id", integer("Only this cinema.", { minimum: 1 })),
      "Page",
    ],
    answer: answers(ref("ScreeningPage"), "One page of screenings."),
  }),
];
