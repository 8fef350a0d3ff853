import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { certificateMeanings, languageNames } from "../catalogue/words-for-codes.ts";
import { certifications } from "../document/film-schemas.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known } from "../http/problem.ts";
import { filmSummary } from "../views/film-view.ts";

/** Genres, keywords, languages, countries and certificates. */
export function referenceHandlers(catalogue: Catalogue): Handlers {
  const genres = catalogue.world.genres.toSorted(byName);
  const countries = catalogue.world.countries.map(({ code, name }) => ({ code, name })).sort(byName);
  const languages = Object.entries(languageNames)
    .map(([code, name]) => ({ code, name }))
    .sort(byName);
  return {
    listGenres: () => json({ genres }),
    getGenreFilms: (input) => {
      const { id } = known(catalogue.genres, input.number("genre_id") ?? 0, "genre");
      const films = catalogue.popularFilms.filter((film) => film.genreIds.includes(id));
      return json(page(input, films, filmSummary));
    },
    getKeyword: (input) => json(known(catalogue.keywords, input.number("keyword_id") ?? 0, "keyword")),
    getKeywordFilms: (input) => {
      const { id } = known(catalogue.keywords, input.number("keyword_id") ?? 0, "keyword");
      const films = catalogue.popularFilms.filter((film) => film.keywordIds.includes(id));
      return json(page(input, films, filmSummary));
    },
    listLanguages: () => json({ languages }),
    listCountries: () => json({ countries }),
    listCertificates: () =>
      json({ certificates: certifications.map((code) => ({ code, meaning: certificateMeanings[code] })) }),
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
