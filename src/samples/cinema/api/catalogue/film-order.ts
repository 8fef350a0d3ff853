import type { Film } from "../../cinema-world.ts";

const values: Readonly<Record<string, (film: Film) => number | string | null>> = {
  popularity: (film) => film.popularity,
  vote_average: (film) => film.voteAverage,
  vote_count: (film) => film.voteCount,
  release_date: (film) => film.releaseDate,
  revenue: (film) => film.revenue,
  budget: (film) => film.budget,
  runtime: (film) => film.runtimeMinutes,
  title: (film) => film.title,
};

/** Films in an order such as `revenue.desc`; equals come by id, films without the value last. */
export function orderedFilms(films: readonly Film[], order: string): readonly Film[] {
  const [name = "", direction] = order.split(".");
  const reading = values[name] ?? (() => null);
  const sign = direction === "desc" ? -1 : 1;
  return films.toSorted((a, b) => {
    const one = reading(a);
    const two = reading(b);
    if (one === two) return a.id - b.id;
    if (one === null || two === null) return one === null ? 1 : -1;
    return one < two ? -sign : sign;
  });
}
