import type { CinemaWorld } from "./cinema-world.ts";
import { keywords } from "./words/cinema-words.ts";
import { genreProfiles } from "./words/genres.ts";
import { createAwards } from "./world/create-awards.ts";
import { createCatalogueReviews, createImages, createLists } from "./world/create-catalogue-extras.ts";
import { createCredits } from "./world/create-credits.ts";
import { createFilms } from "./world/create-films.ts";
import { createPeople } from "./world/create-people.ts";
import { createPlaces, createStudios } from "./world/create-places.ts";

/** The same world on every call and every machine: 5,240 films with their people, genres, places and awards. */
export function createCinemaWorld(): CinemaWorld {
  const places = createPlaces();
  const studios = createStudios(places.cities);
  const people = createPeople(places);
  const { films, collections } = createFilms(places, studios);
  const { cast, crew } = createCredits(films, people, places.countries);
  const genres = genreProfiles.map((genre, index) => ({ id: index + 1, name: genre.name }));
  return {
    ...places,
    ...createAwards(films, people, cast, crew, places.cities),
    genres,
    keywords: keywords.map((name, index) => ({ id: index + 1, name })),
    studios,
    people,
    films,
    collections,
    cast,
    crew,
    reviews: createCatalogueReviews(films),
    lists: createLists(films, genres, places.cities),
    images: createImages(films),
  };
}
