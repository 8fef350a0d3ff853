import { answers, created, nothing, type Operation, operation } from "./operation.ts";
import { ref } from "./schema-shapes.ts";

export const listOperations: readonly Operation[] = [
  operation("Lists", "get", "/lists/{list_id}", {
    id: "getList",
    summary: "A list with its films",
    description: "Name, author and films of a reader's list.",
    parameters: ["ListId"],
    answer: answers(ref("FilmList"), "The list."),
  }),
  operation("Lists", "post", "/lists", {
    id: "createList",
    summary: "Create a list",
    description:
      "Creates a list of the caller, with or without first films. Two lists may have the same name.",
    body: ref("NewList"),
    secured: true,
    answer: created(ref("FilmList"), "The new list."),
  }),
  operation("Lists", "patch", "/lists/{list_id}", {
    id: "renameList",
    summary: "Rename a list",
    description: "Gives a list of the caller another name.",
    parameters: ["ListId"],
    body: ref("ListName"),
    secured: true,
    answer: answers(ref("FilmList"), "The list with its new name."),
    problems: [403],
  }),
  operation("Lists", "delete", "/lists/{list_id}", {
    id: "deleteList",
    summary: "Delete a list",
    description: "Deletes a list of the caller. It cannot be brought back.",
    parameters: ["ListId"],
    secured: true,
    answer: nothing("The list is gone."),
    problems: [403],
  }),
  operation("Lists", "post", "/lists/{list_id}/films", {
    id: "addFilmToList",
    summary: "Add a film to a list",
    description: "Puts a film at the end of a list of the caller. A film stands on a list only once.",
    parameters: ["ListId"],
    body: ref("FilmChoice"),
    secured: true,
    answer: answers(ref("FilmList"), "The list with the film."),
    problems: [403, 409],
  }),
  operation("Lists", "delete", "/lists/{list_id}/films/{film_id}", {
    id: "removeFilmFromList",
    summary: "Remove a film from a list",
    description: "Takes a film off a list of the caller.",
    parameters: ["ListId", "FilmId"],
    secured: true,
    answer: nothing("The film is off the list."),
    problems: [403],
  }),
  operation("Lists", "get", "/my/lists", {
    id: "getMyLists",
    summary: "Lists of the caller",
    description: "The caller's lists, the newest first.",
    parameters: ["Page"],
    secured: true,
    answer: answers(ref("ListPage"), "One page of lists."),
  }),
];
