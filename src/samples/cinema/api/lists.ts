import type { Catalogue } from "./catalogue.ts";
import { answers, created, nothing, type Operation, operation, ref } from "./document.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import type { KeptList, ReaderState } from "./my-things.ts";
import { listSummary, listView } from "./views.ts";

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

export function listHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const listOf = (input: Input) => known(state.lists, input.number("list_id") ?? 0, "list");
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
      const film = known(catalogue.films, input.number("film_id") ?? 0, "film");
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
    getMyLists: (input) => {
      const lists = [...state.lists.values()].filter(({ id }) => state.ownLists.has(id));
      return json(
        page(
          input,
          lists.sort((a, b) => b.id - a.id),
          listSummary,
        ),
      );
    },
  };
}
