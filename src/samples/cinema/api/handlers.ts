import { foldText } from "../../../util/fold-text.ts";
import { dayOfIso, isoDate } from "../calendar.ts";
import type { Film, Named } from "../cinema-world.ts";
import { languageNames } from "../words/countries.ts";
import {
  type Catalogue,
  certificates,
  cinemaProgramme,
  filteredFilms,
  nameSearch,
  orderedFilms,
  recommendedFilms,
  similarFilms,
  yearOf,
} from "./catalogue.ts";
import { type Handler, type Handlers, type Input, json, known, page, problem } from "./http.ts";
import type { ReaderState } from "./readers.ts";
import * as views from "./views.ts";

const ENOUGH_VOTES = 500;

const named = ({ id, name }: Named) => ({ id, name });
const byName = (a: { readonly name: string }, b: { readonly name: string }) => (a.name < b.name ? -1 : 1);
const searchedFor = (input: Input): string => input.text("query") ?? "";

/** Passes where the call does not give the parameter, or gives this value. */
const fits = (input: Input, name: string, value: string | number | null): boolean => {
  const wanted = input.text(name) ?? input.number(name);
  return wanted === undefined || wanted === value;
};

/** What is only read: films, people, studios, series, awards, cinemas, reference data, and searches of all of them. */
export function readingHandlers(catalogue: Catalogue, state: ReaderState): Handlers {
  const { world } = catalogue;
  const filmOf = (input: Input) => known(catalogue.films, "film", input);
  const personOf = (input: Input) => known(catalogue.people, "person", input);
  const studioOf = (input: Input) => known(catalogue.studios, "studio", input);
  const awardOf = (input: Input) => known(catalogue.awards, "award", input);
  const cinemaOf = (input: Input) => known(cinemaProgramme(catalogue).cinemas, "cinema", input);
  const cinemas = () => [...cinemaProgramme(catalogue).cinemas.values()];
  const seriesOf = (input: Input) => {
    const { id, name, filmIds } = known(catalogue.series, "series", input);
    const films = filmIds.flatMap((each) => catalogue.films.get(each) ?? []);
    return { id, name, films: orderedFilms(films, "release_date.asc") };
  };
  const ceremony = (input: Input, winnersOnly: boolean) => {
    const { id, awardId, date } = known(catalogue.ceremonies, "ceremony", input);
    const nominations = (catalogue.nominationsOfCeremony.get(id) ?? []).filter(
      ({ won }) => won || !winnersOnly,
    );
    const viewed = nominations.map((nomination) => views.nominationView(catalogue, nomination));
    return { ceremony_id: id, award: catalogue.awards.get(awardId)?.name, date, nominations: viewed };
  };

  const released = world.films.filter((film) => film.status === "released");
  const wellKnown = released.filter((film) => film.voteCount >= ENOUGH_VOTES);
  const charts = {
    listTopRatedFilms: orderedFilms(wellKnown, "vote_average.desc"),
    listPopularFilms: catalogue.popularFilms,
    listNewestFilms: orderedFilms(released, "release_date.desc"),
    listUpcomingFilms: catalogue.popularFilms.filter((film) => film.status === "post-production"),
  };
  const find = search(catalogue);
  const filmLists: Readonly<Record<string, (input: Input) => readonly Film[]>> = {
    ...eachOf(charts, (films) => () => films),
    searchFilms: (input) =>
      find
        .films(searchedFor(input))
        .filter(
          (film) => fits(input, "year", yearOf(film)) && fits(input, "language", film.originalLanguage),
        ),
    discoverFilms: (input) => filteredFilms(catalogue, input),
    queryFilms: (input) => filteredFilms(catalogue, input),
    getFilmRecommendations: (input) => recommendedFilms(catalogue, filmOf(input)),
    getSimilarFilms: (input) => similarFilms(catalogue, filmOf(input)),
    getStudioFilms: (input) =>
      orderedFilms(catalogue.filmsOfStudio.get(studioOf(input).id) ?? [], "release_date.desc"),
    getGenreFilms(input) {
      const { id } = known(catalogue.genres, "genre", input);
      return catalogue.popularFilms.filter(({ genreIds }) => genreIds.includes(id));
    },
    getKeywordFilms(input) {
      const { id } = known(catalogue.keywords, "keyword", input);
      return catalogue.popularFilms.filter(({ keywordIds }) => keywordIds.includes(id));
    },
  };
  const things: Readonly<Record<string, (input: Input) => unknown>> = {
    getFilm: (input) => views.filmView(catalogue, filmOf(input)),
    getFilmCredits: (input) => views.filmCredits(catalogue, filmOf(input).id),
    getFilmImages(input) {
      const { id } = filmOf(input);
      return { film_id: id, ...views.filmImages(catalogue, [id]) };
    },
    getFilmKeywords(input) {
      const { id, keywordIds } = filmOf(input);
      return { film_id: id, keywords: keywordIds.map((each) => catalogue.keywords.get(each)) };
    },
    getFilmReleases(input) {
      const { id, certification, countryCodes, releaseDate } = filmOf(input);
      const codes = releaseDate === null ? [] : countryCodes;
      const release = { release_date: releaseDate, certification };
      return { film_id: id, releases: codes.map((country_code) => ({ country_code, ...release })) };
    },
    getFilmAwards(input) {
      const { id } = filmOf(input);
      return { film_id: id, ...views.nominationsView(catalogue, catalogue.nominationsOfFilm.get(id)) };
    },
    getPerson: (input) => views.personView(catalogue, personOf(input)),
    getPersonFilms: (input) => views.personFilms(catalogue, personOf(input).id),
    getPersonImages(input) {
      const person = personOf(input);
      return { person_id: person.id, portraits: views.portraits(person) };
    },
    getPersonAwards(input) {
      const { id } = personOf(input);
      return { person_id: id, ...views.nominationsView(catalogue, catalogue.nominationsOfPerson.get(id)) };
    },
    getStudio: (input) => views.studioView(catalogue, studioOf(input)),
    getStudioImages(input) {
      const studio = studioOf(input);
      return { studio_id: studio.id, logos: views.logos(studio) };
    },
    getSeries(input) {
      const { films, ...series } = seriesOf(input);
      return { ...series, films: films.map(views.filmSummary) };
    },
    getSeriesImages(input) {
      const { films, id } = seriesOf(input);
      const filmIds = films.map((film) => film.id);
      return { series_id: id, ...views.filmImages(catalogue, filmIds) };
    },
    listGenres: () => ({ genres: world.genres.toSorted(byName) }),
    getKeyword: (input) => known(catalogue.keywords, "keyword", input),
    listLanguages: () => ({
      languages: Object.entries(languageNames)
        .map(([code, name]) => ({ code, name }))
        .sort(byName),
    }),
    listCountries: () => ({
      countries: world.countries.map(({ code, name }) => ({ code, name })).sort(byName),
    }),
    listCertificates: () => ({ certificates: certificates.map(([code, meaning]) => ({ code, meaning })) }),
    listAwards: () => ({
      awards: world.awards.toSorted(byName).map((award) => views.awardView(catalogue, award)),
    }),
    getAward: (input) => views.awardView(catalogue, awardOf(input)),
    getCeremonyWinners: (input) => ceremony(input, true),
    getCeremonyNominations: (input) => ceremony(input, false),
    getCinema: (input) => views.cinemaView(cinemaOf(input)),
    getCinemaScreenings(input) {
      const { id, name } = cinemaOf(input);
      const date = input.text("date") ?? "";
      const all = cinemaProgramme(catalogue).ofCinema.get(id) ?? [];
      const screenings = all.filter(({ day }) => day === dayOfIso(date)).map(views.screeningView);
      return { cinema_id: id, cinema_name: name, date, screenings };
    },
  };
  return {
    ...eachOf(
      filmLists,
      (list): Handler =>
        (input) =>
          page(input, list(input), views.filmSummary),
    ),
    ...eachOf(
      things,
      (of): Handler =>
        (input) =>
          json(of(input)),
    ),
    ...find.handlers,
    getFilmReviews(input) {
      const { id } = filmOf(input);
      const reviews = [...state.reviews.values()].filter((review) => review.filmId === id);
      return page(input, views.newestFirst(reviews), views.reviewView);
    },
    getFilmScreenings(input) {
      const { id } = filmOf(input);
      const from = input.text("from") ?? "";
      const to = input.text("to") ?? "9999";
      if (from > to) throw problem(422, "from must not be after to.", "from");
      const screenings = (cinemaProgramme(catalogue).ofFilm.get(id) ?? []).filter(({ day, site }) => {
        const date = isoDate(day);
        return from <= date && date <= to && fits(input, "cinema_id", site.id);
      });
      return page(input, screenings, views.screeningView);
    },
    listPopularPeople: (input) => page(input, catalogue.popularPeople, views.personSummary),
    listStudios: (input) => studioList(catalogue, input),
    listCeremonies(input) {
      const { id } = awardOf(input);
      const ceremonies = world.ceremonies
        .filter(({ awardId, date }) => awardId === id && fits(input, "year", Number(date.slice(0, 4))))
        .sort((a, b) => b.edition - a.edition);
      return page(input, ceremonies, views.ceremonyView);
    },
    listCinemas(input) {
      const fitting = cinemas()
        .filter(({ city }) => fits(input, "country", city.countryCode))
        .filter((cinema) => fits(input, "status", String(views.cinemaSummary(cinema)["status"])));
      return page(input, fitting.sort(byName), views.cinemaSummary);
    },
    exportBoxOffice: (input) => ({ body: boxOffice(catalogue, input) }),
  };
}

function eachOf<T, U>(all: Readonly<Record<string, T>>, of: (each: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, of(each)]));
}

/** Searches by name, the weightiest thing first, each over all pages. */
function search(catalogue: Catalogue) {
  const { world } = catalogue;
  const byWeight = <T extends Named>(things: readonly T[], weightOf: (thing: T) => number) => {
    const weights = new Map(things.map((thing) => [thing, weightOf(thing)]));
    return things.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0) || a.id - b.id);
  };
  const called = <T extends Named>(things: readonly T[]) => nameSearch(things, ({ name }) => [name]);
  const uses = Map.groupBy(
    world.films.flatMap((film) => film.keywordIds),
    (id) => id,
  );
  const popularity = (filmId: number) => catalogue.films.get(filmId)?.popularity ?? 0;
  const films = nameSearch(catalogue.popularFilms, (film) => [film.title, film.originalTitle]);
  const people = called(catalogue.popularPeople);
  const studios = called(byWeight(world.studios, ({ id }) => catalogue.filmsOfStudio.get(id)?.length ?? 0));
  const series = called(byWeight(world.collections, ({ filmIds }) => Math.max(...filmIds.map(popularity))));
  const keywords = called(byWeight(world.keywords, ({ id }) => uses.get(id)?.length ?? 0));
  const awards = called(world.awards);
  const cinemas = (query: string) =>
    nameSearch([...cinemaProgramme(catalogue).cinemas.values()], ({ name, city }) => [
      ...[name, city.name, `${name} ${city.name}`],
    ])(query);
  const by =
    <T>(found: (query: string) => readonly T[], view: (thing: T) => object): Handler =>
    (input) =>
      page(input, found(searchedFor(input)), view);
  const handlers: Handlers = {
    searchPeople(input) {
      const found = people(searchedFor(input)).filter((each) => fits(input, "known_for", each.knownFor));
      return page(input, found, views.personSummary);
    },
    searchStudios: by(studios, (studio) => views.studioView(catalogue, studio)),
    searchSeries: by(series, named),
    searchKeywords: by(keywords, named),
    searchAwards: by(awards, named),
    searchCinemas: by(cinemas, views.cinemaSummary),
  };
  return { films, handlers };
}

function studioList(catalogue: Catalogue, input: Input) {
  const folded = ({ name }: Named) => foldText(name);
  const studios = catalogue.world.studios
    .filter(({ cityId }) => fits(input, "country", catalogue.cities.get(cityId)?.countryCode ?? null))
    .sort((a, b) => (folded(a) < folded(b) ? -1 : 1));
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
  const shown = studios.slice(offset, offset + limit).map((studio) => views.studioView(catalogue, studio));
  const counted = { "X-Total-Count": String(studios.length) };
  return json(shown, links.length > 0 ? { ...counted, Link: links.join(", ") } : counted);
}

const BOX_OFFICE = ["film_id", "title", "release_date", "country", "studio", "budget_eur", "revenue_eur"];

function boxOffice({ world, studios }: Catalogue, input: Input): string {
  const films = world.films.filter(
    (film) => yearOf(film) === input.number("year") && fits(input, "country", film.countryCodes[0] ?? null),
  );
  const rows = orderedFilms(films, "revenue.desc").map((film) => [
    ...[film.id, film.title, film.releaseDate, film.countryCodes[0]],
    ...[studios.get(film.studioId)?.name, film.budget, film.revenue],
  ]);
  return [BOX_OFFICE, ...rows].map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

function csvField(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
