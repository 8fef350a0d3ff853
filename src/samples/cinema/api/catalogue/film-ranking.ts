import type { Film } from "../../cinema-world.ts";
import type { Catalogue } from "./cinema-catalogue.ts";

const SIMILAR = 100;
const RECOMMENDED = 40;

/** The 100 films with most genres and keywords in common, keywords counting twice; of equals the lower id first. */
export function similarFilms(catalogue: Catalogue, film: Film): readonly Film[] {
  return best(catalogue, film, SIMILAR, (other) => overlap(film, other));
}

/** The 40 films that share most with a film (series, director, keywords, genres), where better votes weigh up to three points. */
export function recommendedFilms(catalogue: Catalogue, film: Film): readonly Film[] {
  const directors = directorsOf(catalogue, film);
  return best(catalogue, film, RECOMMENDED, (other) => {
    const shared =
      overlap(film, other) +
      (film.collectionId !== null && film.collectionId === other.collectionId ? 6 : 0) +
      (directorsOf(catalogue, other).some((id) => directors.includes(id)) ? 4 : 0);
    return shared === 0 ? 0 : shared + (other.voteAverage * 3) / 10;
  });
}

export function directorsOf(catalogue: Catalogue, film: Film): readonly number[] {
  return (catalogue.crewOfFilm.get(film.id) ?? [])
    .filter((credit) => credit.job === "Director")
    .map((credit) => credit.personId);
}

function overlap(film: Film, other: Film): number {
  const genres = other.genreIds.filter((id) => film.genreIds.includes(id)).length;
  return genres + 2 * other.keywordIds.filter((id) => film.keywordIds.includes(id)).length;
}

function best(
  catalogue: Catalogue,
  film: Film,
  count: number,
  score: (other: Film) => number,
): readonly Film[] {
  return catalogue.world.films
    .filter((other) => other.id !== film.id)
    .map((other) => ({ other, score: score(other) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.other.id - b.other.id)
    .slice(0, count)
    .map((entry) => entry.other);
}
