import type { Catalogue } from "./catalogue.ts";
import { type Handlers, type Input, json, known, page, problem } from "./http.ts";
import type { KeptList, ReaderState } from "./my-things.ts";
import { listSummary, listView } from "./views.ts";

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
