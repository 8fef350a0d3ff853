import type { Award, Ceremony, Nomination } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { placeView } from "./place-view.ts";

/** `Nomination` of the document. */
export function nominationView(catalogue: Catalogue, nomination: Nomination) {
  const ceremony = catalogue.ceremonies.get(nomination.ceremonyId);
  const { personId } = nomination;
  return {
    award_id: ceremony?.awardId,
    award: catalogue.awards.get(ceremony?.awardId ?? 0)?.name,
    ceremony_id: nomination.ceremonyId,
    date: ceremony?.date,
    category: catalogue.categories.get(nomination.categoryId)?.name,
    film_id: nomination.filmId,
    film_title: catalogue.films.get(nomination.filmId)?.title,
    person_id: personId,
    person_name: personId === null ? null : catalogue.people.get(personId)?.name,
    won: nomination.won,
  };
}

/** Nominations and the number of prizes among them. */
export function nominationsView(catalogue: Catalogue, nominations: readonly Nomination[] = []) {
  return {
    wins: nominations.filter((nomination) => nomination.won).length,
    nominations: nominations.map((nomination) => nominationView(catalogue, nomination)),
  };
}

/** `Award` of the document. */
export function awardView(catalogue: Catalogue, award: Award) {
  return {
    id: award.id,
    name: award.name,
    first_year: award.firstYear,
    held_in: placeView(catalogue, award.cityId),
    categories: catalogue.world.awardCategories
      .filter((category) => category.awardId === award.id)
      .map(({ id, name }) => ({ id, name })),
  };
}

/** `Ceremony` of the document. */
export function ceremonyView({ id, awardId, edition, date }: Ceremony) {
  return { id, award_id: awardId, edition, date };
}
