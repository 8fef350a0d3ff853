import type { Film } from "../../cinema-world.ts";
import { problem } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import type { Catalogue } from "./cinema-catalogue.ts";
import { orderedFilms } from "./film-order.ts";
import { directorsOf } from "./film-ranking.ts";

/** The films that pass all filters of `document/film-filter.ts`, in the order asked for. */
export function filteredFilms(catalogue: Catalogue, input: Input): readonly Film[] {
  const range = (low: string, high: string, reading: (film: Film) => number | null) => {
    const least = input.number(low);
    const most = input.number(high);
    if (least !== undefined && most !== undefined && least > most)
      throw problem(422, `${low} must not be above ${high}.`, low);
    return (film: Film) => {
      if (least === undefined && most === undefined) return true;
      const value = reading(film);
      return value !== null && value >= (least ?? value) && value <= (most ?? value);
    };
  };
  const all = (name: string, idsOf: (film: Film) => readonly number[]) => {
    const wanted = input.ids(name);
    return (film: Film) => {
      if (wanted === undefined) return true;
      const ids = idsOf(film);
      return wanted.every((id) => ids.includes(id));
    };
  };
  const cast = (film: Film) => (catalogue.castOfFilm.get(film.id) ?? []).map((credit) => credit.personId);
  const crew = (film: Film) => (catalogue.crewOfFilm.get(film.id) ?? []).map((credit) => credit.personId);
  const without = input.ids("without_genre_ids") ?? [];
  const country = input.text("country");
  const language = input.text("language");
  const certification = input.text("certification");
  const studio = input.number("studio_id");
  const votes = input.number("votes_min") ?? 0;
  const tests: readonly ((film: Film) => boolean)[] = [
    all("genre_ids", (film) => film.genreIds),
    (film) => !without.some((id) => film.genreIds.includes(id)),
    all("keyword_ids", (film) => film.keywordIds),
    all("person_ids", (film) => [...cast(film), ...crew(film)]),
    all("cast_ids", cast),
    all("director_ids", (film) => directorsOf(catalogue, film)),
    range("year_from", "year_to", yearOf),
    range("runtime_min", "runtime_max", (film) => film.runtimeMinutes),
    range("vote_min", "vote_max", (film) => film.voteAverage),
    (film) => film.voteCount >= votes,
    (film) => country === undefined || film.countryCodes.includes(country),
    (film) => language === undefined || film.originalLanguage === language,
    (film) => certification === undefined || film.certification === certification,
    (film) => studio === undefined || film.studioId === studio,
  ];
  const passed = catalogue.world.films.filter((film) => tests.every((test) => test(film)));
  return orderedFilms(passed, input.text("sort_by") ?? "popularity.desc");
}

export function yearOf(film: Film): number | null {
  return film.releaseDate === null ? null : Number(film.releaseDate.slice(0, 4));
}
