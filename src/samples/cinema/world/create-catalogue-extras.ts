import { dayOf, dayOfIso, isoDate } from "../calendar.ts";
import type { CatalogueReview, City, Film, FilmImage, FilmList, Named } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { reviewSentences } from "../words/cinema-words.ts";
import { type Culture, femaleNames } from "../words/names.ts";
import { creatures, moods } from "../words/title-lexicon.ts";

const lastDay = dayOf(2025, 12, 31);

/** Readers' reviews in the catalogue, more of them for films that many have voted on. */
export function createCatalogueReviews(films: readonly Film[]): readonly CatalogueReview[] {
  const random = new RandomStream("catalogue-reviews");
  const cultures = [
    "english",
    "french",
    "spanish",
    "german",
    "polish",
    "nordic",
  ] as const satisfies readonly Culture[];
  const reviews: CatalogueReview[] = [];
  for (const film of films) {
    if (film.releaseDate === null) continue;
    const count = Math.min(5, Math.floor((film.voteCount / 700) * random.next() + random.next()));
    for (let i = 0; i < count; i++) {
      const rating = Math.max(1, Math.min(10, Math.round(random.normal(film.voteAverage, 1.7))));
      const from = Math.max(dayOfIso(film.releaseDate), dayOf(2008, 1, 1));
      const day = from + Math.floor((lastDay - from) * random.next() * random.next());
      reviews.push({
        id: 90_001 + reviews.length,
        filmId: film.id,
        author: `${random.pick(femaleNames[random.pick(cultures)]).toLowerCase()}_${random.pick(creatures).toLowerCase()}${random.int(1, 99)}`,
        rating: random.chance(0.92) ? rating : null,
        content: reviewText(random, rating),
        createdAt: isoDate(day),
      });
    }
  }
  return reviews;
}

/** Readers' lists: the best of a genre, films set in a city, and lists without a theme. */
export function createLists(
  films: readonly Film[],
  genres: readonly Named[],
  cities: readonly City[],
): readonly FilmList[] {
  const random = new RandomStream("lists");
  const lists: FilmList[] = [];
  const add = (name: string, pool: readonly Film[]) => {
    if (pool.length < 4) return;
    const chosen = random.sample(pool, random.int(4, 20));
    lists.push({
      id: 7001 + lists.length,
      name,
      author: random.pick(femaleNames.english).toLowerCase() + random.int(10, 99),
      filmIds: chosen.map((film) => film.id),
    });
  };
  for (const genre of genres)
    add(
      `Best ${genre.name} of all time`,
      films.filter((film) => film.genreIds.includes(genre.id) && film.voteAverage >= 7),
    );
  for (const city of random.sample(cities, 60))
    add(
      `Set in ${city.name}`,
      films.filter((film) => film.settingCityId === city.id),
    );
  for (let i = 0; i < 40; i++) add(`${random.pick(moods)} evenings`, random.sample(films, 25));
  return lists;
}

export function createImages(films: readonly Film[]): readonly FilmImage[] {
  const random = new RandomStream("images");
  return films.flatMap((film): FilmImage[] => {
    const images: FilmImage[] = [];
    if (film.posterPath !== null)
      images.push({
        filmId: film.id,
        kind: "poster",
        path: film.posterPath,
        width: 1000,
        height: 1500,
        language: film.originalLanguage,
      });
    if (film.backdropPath !== null)
      images.push({
        filmId: film.id,
        kind: "backdrop",
        path: film.backdropPath,
        width: 1920,
        height: 1080,
        language: null,
      });
    if (film.posterPath !== null && film.originalLanguage !== "en" && random.chance(0.5))
      images.push({
        filmId: film.id,
        kind: "poster",
        path: film.posterPath.replace("poster", "poster-en"),
        width: 1000,
        height: 1500,
        language: "en",
      });
    return images;
  });
}

/** One to three sentences that fit a rating of 1 to 10. */
export function reviewText(random: RandomStream, rating: number): string {
  const mood = reviewSentences[Math.min(4, Math.floor((rating - 1) / 2))] ?? [];
  return random.sample(mood, random.int(1, 3)).join(" ");
}
