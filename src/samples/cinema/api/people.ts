import type { Catalogue } from "./catalogue.ts";
import { date, integer, list, nullable, number, object, pageOf, ref, type Schema, text } from "./document.ts";
import { type Handlers, type Input, json, known, page } from "./http.ts";
import { nominationsView, personFilms, personSummary, personView, portraits } from "./views.ts";

const briefly = {
  id: integer("Id of the person."),
  name: text("Name of the person."),
  known_for: ref("Department"),
  popularity: number("How much attention the person gets now; higher is more popular."),
  profile_path: nullable(text("Path of the main portrait; give its two parts to `getImage`.")),
} satisfies Record<string, Schema>;

const credited = {
  film_id: integer("Id of the film."),
  title: text("International (English) title of the film."),
  release_date: nullable(date("Day of the film's first release; null while it is in post-production.")),
  vote_average: number("Mean of the readers' votes on the film, 0 to 10."),
  popularity: number("Popularity of the film."),
} satisfies Record<string, Schema>;

export const personSchemas: Readonly<Record<string, Schema>> = {
  PersonSummary: object("A person as it stands in lists.", briefly),
  PersonPage: pageOf("PersonSummary", "One page of people."),
  Person: object("Everything about a person but films, images and awards.", {
    ...briefly,
    gender: text("Gender, where known.", { enum: ["female", "male", "non-binary", "unknown"] }),
    birthday: nullable(date("Day of birth; null if unknown.")),
    deathday: nullable(date("Day of death; null if the person is alive.")),
    place_of_birth: nullable(ref("Place")),
    country_code: text("Code of the country the person comes from."),
    biography: text("A short life; may be empty."),
  }),
  PersonFilms: object("The films somebody played in or worked on.", {
    person_id: integer("Id of the person."),
    cast: list("Parts, the newest film first.", ref("PersonPart")),
    crew: list("Jobs behind the camera, the newest film first.", ref("PersonJob")),
  }),
  PersonPart: object("A part of a person in a film.", {
    ...credited,
    character: text("Name of the character."),
    order: integer("Place in the billing of the film; 0 is the leading part."),
  }),
  PersonJob: object("A job of a person for a film.", {
    ...credited,
    job: ref("Job"),
    department: ref("Department"),
  }),
  PersonImages: object("Portraits of a person.", {
    person_id: integer("Id of the person."),
    portraits: list("Portraits; the main portrait comes first.", ref("Image")),
  }),
  PersonAwards: object("Nominations and prizes of a person.", {
    person_id: integer("Id of the person."),
    wins: integer("Number of prizes won."),
    nominations: list("All nominations, prizes among them, by date.", ref("Nomination")),
  }),
};

export function peopleHandlers(catalogue: Catalogue): Handlers {
  const personOf = (input: Input) => known(catalogue.people, input.number("person_id") ?? 0, "person");
  return {
    listPopularPeople: (input) => json(page(input, catalogue.popularPeople, personSummary)),
    getPerson: (input) => json(personView(catalogue, personOf(input))),
    getPersonFilms: (input) => json(personFilms(catalogue, personOf(input).id)),
    getPersonImages: (input) => {
      const person = personOf(input);
      return json({ person_id: person.id, portraits: portraits(person) });
    },
    getPersonAwards: (input) => {
      const { id } = personOf(input);
      return json({ person_id: id, ...nominationsView(catalogue, catalogue.nominationsOfPerson.get(id)) });
    },
  };
}
