import { foldText } from "../../../util/fold-text.ts";
import { dayOfIso } from "../calendar.ts";
import type { Film } from "../cinema-world.ts";
import { type Catalogue, certificates, cinemaProgramme, languageNames, orderedFilms } from "./catalogue.ts";
import { type Handlers, type Input, json, known, page } from "./http.ts";
import {
  awardView,
  ceremonyView,
  cinemaSummary,
  cinemaView,
  filmImages,
  filmSummary,
  logos,
  nominationView,
  screeningView,
  studioView,
} from "./views.ts";

export function awardHandlers(catalogue: Catalogue): Handlers {
  const awards = catalogue.world.awards.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const awardOf = (input: Input) => known(catalogue.awards, "award", input);
  const ceremony = (input: Input, winnersOnly: boolean) => {
    const { id, awardId, date } = known(catalogue.ceremonies, "ceremony", input);
    const nominations = (catalogue.nominationsOfCeremony.get(id) ?? []).filter(
      (nomination) => nomination.won || !winnersOnly,
    );
    return json({
      ceremony_id: id,
      award: catalogue.awards.get(awardId)?.name,
      date,
      nominations: nominations.map((nomination) => nominationView(catalogue, nomination)),
    });
  };
  return {
    listAwards: () => json({ awards: awards.map((award) => awardView(catalogue, award)) }),
    getAward: (input) => json(awardView(catalogue, awardOf(input))),
    listCeremonies: (input) => {
      const { id } = awardOf(input);
      const year = input.number("year");
      const ceremonies = catalogue.world.ceremonies
        .filter(({ awardId }) => awardId === id)
        .filter(({ date }) => year === undefined || date.startsWith(`${year}-`))
        .sort((a, b) => b.edition - a.edition);
      return page(input, ceremonies, ceremonyView);
    },
    getCeremonyWinners: (input) => ceremony(input, true),
    getCeremonyNominations: (input) => ceremony(input, false),
  };
}

/** Studios and series. */
export function studioHandlers(catalogue: Catalogue): Handlers {
  const studioOf = (input: Input) => known(catalogue.studios, "studio", input);
  const seriesOf = (input: Input) => {
    const series = known(catalogue.series, "series", input);
    const films = series.filmIds.flatMap((id): readonly Film[] => {
      const film = catalogue.films.get(id);
      return film === undefined ? [] : [film];
    });
    return { id: series.id, name: series.name, films: orderedFilms(films, "release_date.asc") };
  };
  return {
    listStudios: (input) => studioList(catalogue, input),
    getStudio: (input) => json(studioView(catalogue, studioOf(input))),
    getStudioFilms: (input) => {
      const films = catalogue.filmsOfStudio.get(studioOf(input).id) ?? [];
      return page(input, orderedFilms(films, "release_date.desc"), filmSummary);
    },
    getStudioImages: (input) => {
      const studio = studioOf(input);
      return json({ studio_id: studio.id, logos: logos(studio) });
    },
    getSeries: (input) => {
      const { films, ...series } = seriesOf(input);
      return json({ ...series, films: films.map(filmSummary) });
    },
    getSeriesImages: (input) => {
      const { films, id } = seriesOf(input);
      const filmIds = films.map((film) => film.id);
      return json({ series_id: id, ...filmImages(catalogue, filmIds) });
    },
  };
}

function studioList(catalogue: Catalogue, input: Input) {
  const country = input.text("country");
  const studios = catalogue.world.studios
    .filter(({ cityId }) => country === undefined || catalogue.cities.get(cityId)?.countryCode === country)
    .sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));
  const offset = input.number("offset") ?? 0;
  const limit = input.number("limit") ?? 25;
  const link = (relation: string, from: number) => {
    const url = new URL(input.url);
    url.searchParams.set("offset", String(from));
    url.searchParams.set("limit", String(limit));
    return `<${url.href}>; rel="${relation}"`;
  };
  const links = [
    ...(offset + limit < studios.length ? [link("next", offset + limit)] : []),
    ...(offset > 0 ? [link("prev", Math.max(0, offset - limit))] : []),
  ];
  return json(
    studios.slice(offset, offset + limit).map((studio) => studioView(catalogue, studio)),
    {
      "X-Total-Count": String(studios.length),
      ...(links.length > 0 ? { Link: links.join(", ") } : {}),
    },
  );
}

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
      const { id } = known(catalogue.genres, "genre", input);
      const films = catalogue.popularFilms.filter((film) => film.genreIds.includes(id));
      return page(input, films, filmSummary);
    },
    getKeyword: (input) => json(known(catalogue.keywords, "keyword", input)),
    getKeywordFilms: (input) => {
      const { id } = known(catalogue.keywords, "keyword", input);
      const films = catalogue.popularFilms.filter((film) => film.keywordIds.includes(id));
      return page(input, films, filmSummary);
    },
    listLanguages: () => json({ languages }),
    listCountries: () => json({ countries }),
    listCertificates: () =>
      json({ certificates: certificates.map(([code, meaning]) => ({ code, meaning })) }),
  };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

export function cinemaHandlers(catalogue: Catalogue): Handlers {
  const cinemaOf = (input: Input) => known(cinemaProgramme(catalogue).cinemas, "cinema", input);
  return {
    listCinemas: (input) => {
      const country = input.text("country");
      const status = input.text("status");
      const cinemas = [...cinemaProgramme(catalogue).cinemas.values()]
        .filter((cinema) => country === undefined || cinema.city.countryCode === country)
        .filter((cinema) => status === undefined || cinemaSummary(cinema).status === status)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return page(input, cinemas, cinemaSummary);
    },
    getCinema: (input) => json(cinemaView(cinemaOf(input))),
    getCinemaScreenings: (input) => {
      const { id, name } = cinemaOf(input);
      const date = input.text("date") ?? "";
      const screenings = (cinemaProgramme(catalogue).ofCinema.get(id) ?? []).filter(
        ({ day }) => day === dayOfIso(date),
      );
      return json({ cinema_id: id, cinema_name: name, date, screenings: screenings.map(screeningView) });
    },
  };
}
