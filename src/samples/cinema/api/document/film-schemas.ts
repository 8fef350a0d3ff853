import {
  date,
  integer,
  list,
  nullable,
  number,
  object,
  pageOf,
  ref,
  type Schema,
  text,
} from "./schema-shapes.ts";

export const certifications = ["U", "PG", "12", "15", "18"] as const;

const briefly = {
  id: integer("Id of the film."),
  title: text("International (English) title."),
  original_title: text("Title in the original language."),
  original_language: text("Code of the original language, such as `fr`."),
  release_date: nullable(date("Day of the first release; null while the film is in post-production.")),
  genre_ids: list("Ids of the film's genres; the first is the main genre.", { type: "integer" }),
  overview: text("The story in a sentence or two."),
  popularity: number("How much attention the film gets now; higher is more popular."),
  vote_average: number("Mean of the readers' votes from 0 to 10; 0 without votes."),
  vote_count: integer("Number of readers' votes."),
  poster_path: nullable(text("Path of the main poster; give its two parts to `getImage`.")),
  backdrop_path: nullable(text("Path of the main backdrop; give its two parts to `getImage`.")),
} satisfies Record<string, Schema>;

export const filmSchemas: Readonly<Record<string, Schema>> = {
  FilmSummary: object("A film as it stands in lists.", briefly),
  FilmPage: pageOf("FilmSummary", "One page of films."),
  Film: object("Everything about a film but its credits, images, keywords, reviews and awards.", {
    ...briefly,
    status: text("Whether the film has been released.", { enum: ["released", "post-production"] }),
    tagline: text("The line on the poster; may be empty."),
    runtime: nullable(integer("Running time in minutes; null while the film is not finished.")),
    budget: nullable(integer("Budget in whole euros; null if it was never published.")),
    revenue: nullable(integer("Worldwide box office in whole euros; null if it was never published.")),
    certification: nullable(
      text("Age certificate; null if the film was never classified.", { enum: certifications }),
    ),
    genres: list("The film's genres; the first is the main genre.", ref("Genre")),
    countries: list("Producing countries; the first is the main one.", ref("Country")),
    studio: ref("StudioName"),
    series: nullable(ref("SeriesName")),
    remake_of: nullable(integer("Id of the film that this film is a remake of; null if it is none.")),
    set_in: ref("Place"),
  }),
  CastMember: object("A part in a film.", {
    person_id: integer("Id of the actor."),
    name: text("Name of the actor."),
    character: text("Name of the character."),
    order: integer("Place in the billing; 0 is billed first, the leading part."),
    profile_path: nullable(text("Path of the actor's portrait.")),
  }),
  CrewMember: object("A job behind the camera.", {
    person_id: integer("Id of the crew member."),
    name: text("Name of the crew member."),
    job: ref("Job"),
    department: ref("Department"),
    profile_path: nullable(text("Path of the crew member's portrait.")),
  }),
  Job: text("What somebody did for a film.", {
    enum: ["Director", "Writer", "Original Music Composer", "Editor", "Director of Photography"],
  }),
  Department: text("Department of a film crew.", {
    enum: ["Acting", "Directing", "Writing", "Sound", "Editing", "Camera"],
  }),
  FilmCredits: object("Who played in a film and who made it.", {
    film_id: integer("Id of the film."),
    cast: list("The actors, by billing.", ref("CastMember")),
    crew: list("The director and the rest of the crew.", ref("CrewMember")),
  }),
  Image: object("An image: where it is and how large.", {
    path: text(
      "Path of the image, such as `/films/14266-poster-9753.jpg`; give its two parts to `getImage`.",
    ),
    width: integer("Width in pixels."),
    height: integer("Height in pixels."),
    language: nullable(text("Code of the language of the lettering; null without lettering.")),
  }),
  FilmImages: object("Images of a film.", {
    film_id: integer("Id of the film."),
    posters: list("Posters; the main poster comes first.", ref("Image")),
    backdrops: list("Backdrops; the main backdrop comes first.", ref("Image")),
  }),
  FilmKeywords: object("Keywords of a film.", {
    film_id: integer("Id of the film."),
    keywords: list("What the film is about.", ref("Keyword")),
  }),
  FilmReleases: object("Release of a film in each of its producing countries.", {
    film_id: integer("Id of the film."),
    releases: list("One release per country; empty while the film is not released.", ref("Release")),
  }),
  Release: object("The release of a film in a country.", {
    country_code: text("Code of the country, such as `FR`."),
    release_date: date("Day of the release there."),
    certification: nullable(
      text("Age certificate there; null if the film was never classified.", { enum: certifications }),
    ),
  }),
  FilmAwards: object("Nominations and prizes of a film.", {
    film_id: integer("Id of the film."),
    wins: integer("Number of prizes won."),
    nominations: list("All nominations, prizes among them, by date.", ref("Nomination")),
  }),
};
