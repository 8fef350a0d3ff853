import type { Film } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { countryView, placeView } from "./place-view.ts";

/** `FilmSummary` of the document. */
export function filmSummary(film: Film) {
  return {
    id: film.id,
    title: film.title,
    original_title: film.originalTitle,
    original_language: film.originalLanguage,
    release_date: film.releaseDate,
    genre_ids: film.genreIds,
    overview: film.overview,
    popularity: film.popularity,
    vote_average: film.voteAverage,
    vote_count: film.voteCount,
    poster_path: film.posterPath,
    backdrop_path: film.backdropPath,
  };
}

/** `Film` of the document. */
export function filmView(catalogue: Catalogue, film: Film) {
  const series = film.collectionId === null ? undefined : catalogue.series.get(film.collectionId);
  return {
    ...filmSummary(film),
    status: film.status,
    tagline: film.tagline,
    runtime: film.runtimeMinutes,
    budget: film.budget,
    revenue: film.revenue,
    certification: film.certification,
    genres: film.genreIds.map((id) => catalogue.genres.get(id)),
    countries: film.countryCodes.map((code) => countryView(catalogue, code)),
    studio: { id: film.studioId, name: catalogue.studios.get(film.studioId)?.name },
    series: series === undefined ? null : { id: series.id, name: series.name },
    remake_of: film.remakeOfId,
    set_in: placeView(catalogue, film.settingCityId),
  };
}
