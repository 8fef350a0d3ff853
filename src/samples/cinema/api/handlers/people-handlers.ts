import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import { nominationsView } from "../views/award-view.ts";
import { portraits } from "../views/image-view.ts";
import { personFilms, personSummary, personView } from "../views/person-view.ts";

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
