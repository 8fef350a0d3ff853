import type { Language } from "./words/countries.ts";
import type { Culture } from "./words/names.ts";

/** Dates are `YYYY-MM-DD`; money is whole euros; ids are stable and never reused. */
export interface Country {
  readonly code: string;
  readonly name: string;
  readonly culture: Culture;
  readonly language: Language | null;
  readonly population: number;
  readonly areaKm2: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly capitalCityId: number;
  readonly filmWeight: number;
}

export interface Region {
  readonly id: number;
  readonly name: string;
  readonly countryCode: string;
}

export interface City {
  readonly id: number;
  readonly name: string;
  readonly regionId: number;
  readonly countryCode: string;
  readonly isCapital: boolean;
  readonly population: number;
  readonly areaKm2: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A genre or a keyword. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface Studio {
  readonly id: number;
  readonly name: string;
  readonly cityId: number;
  readonly founded: number;
}

export type Gender = "female" | "male" | "non-binary" | "unknown";
export type Department = "Acting" | "Directing" | "Writing" | "Sound" | "Editing" | "Camera";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly gender: Gender;
  readonly birthday: string | null;
  readonly deathday: string | null;
  readonly birthCityId: number | null;
  readonly countryCode: string;
  readonly knownFor: Department;
  readonly popularity: number;
  readonly profilePath: string | null;
  readonly biography: string;
  /** For directors: the main genres they work in. */
  readonly favouredGenreIds: readonly number[];
}

/** A film series. */
export interface Collection {
  readonly id: number;
  readonly name: string;
  readonly filmIds: readonly number[];
}

export interface Film {
  readonly id: number;
  /** International (English) title. */
  readonly title: string;
  readonly originalTitle: string;
  readonly originalLanguage: Language;
  /** The first is the main producing country. */
  readonly countryCodes: readonly string[];
  readonly status: "released" | "post-production";
  /** Null while the film is not released. */
  readonly releaseDate: string | null;
  readonly runtimeMinutes: number | null;
  /** Null where never published. */
  readonly budget: number | null;
  readonly revenue: number | null;
  /** The first is the main genre. */
  readonly genreIds: readonly number[];
  readonly keywordIds: readonly number[];
  readonly tagline: string;
  readonly overview: string;
  readonly popularity: number;
  readonly voteAverage: number;
  readonly voteCount: number;
  /** U, PG, 12, 15, 18; null if never classified. */
  readonly certification: string | null;
  readonly studioId: number;
  readonly settingCityId: number;
  readonly collectionId: number | null;
  readonly remakeOfId: number | null;
  readonly posterPath: string | null;
  readonly backdropPath: string | null;
}

export interface CastCredit {
  readonly filmId: number;
  readonly personId: number;
  readonly character: string;
  /** 0 is billed first. */
  readonly order: number;
}

export type Job = "Director" | "Writer" | "Original Music Composer" | "Editor" | "Director of Photography";

export interface CrewCredit {
  readonly filmId: number;
  readonly personId: number;
  readonly job: Job;
  readonly department: Department;
}

export interface Award {
  readonly id: number;
  readonly name: string;
  readonly cityId: number;
  readonly firstYear: number;
}

export interface AwardCategory {
  readonly id: number;
  readonly awardId: number;
  readonly name: string;
}

export interface Ceremony {
  readonly id: number;
  readonly awardId: number;
  readonly edition: number;
  readonly date: string;
}

export interface Nomination {
  readonly ceremonyId: number;
  readonly categoryId: number;
  readonly filmId: number;
  /** Null in the categories for films. */
  readonly personId: number | null;
  readonly won: boolean;
}

/** A reader's review in the film catalogue; the cinemas' members write others. */
export interface CatalogueReview {
  readonly id: number;
  readonly filmId: number;
  readonly author: string;
  /** 1 to 10; null if the author gave none. */
  readonly rating: number | null;
  readonly content: string;
  readonly createdAt: string;
}

export interface FilmList {
  readonly id: number;
  readonly name: string;
  readonly author: string;
  readonly filmIds: readonly number[];
}

export interface FilmImage {
  readonly filmId: number;
  readonly kind: "poster" | "backdrop";
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly language: Language | null;
}

/** Everything there is, before any cinema opens its doors. */
export interface CinemaWorld {
  readonly countries: readonly Country[];
  readonly regions: readonly Region[];
  readonly cities: readonly City[];
  readonly genres: readonly Named[];
  readonly keywords: readonly Named[];
  readonly studios: readonly Studio[];
  readonly people: readonly Person[];
  readonly collections: readonly Collection[];
  readonly films: readonly Film[];
  readonly cast: readonly CastCredit[];
  readonly crew: readonly CrewCredit[];
  readonly awards: readonly Award[];
  readonly awardCategories: readonly AwardCategory[];
  readonly ceremonies: readonly Ceremony[];
  readonly nominations: readonly Nomination[];
  readonly reviews: readonly CatalogueReview[];
  readonly lists: readonly FilmList[];
  readonly images: readonly FilmImage[];
}
