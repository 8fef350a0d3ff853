import type { CinemaWorld } from "../cinema-world.ts";
import { date, integer, statement, text, year } from "./turtle-writer.ts";

/** Awards with their categories and ceremonies. A nomination has no label: it only holds film, person, category and ceremony together. */
export function awardStatements(world: CinemaWorld): readonly string[] {
  const awardName = new Map(world.awards.map(({ id, name }) => [id, name]));
  return [
    ...world.awards.map((award) =>
      statement(`award:${award.id}`, [
        ["a", ":Award"],
        ["rdfs:label", text(award.name, "en")],
        [":presentedIn", `place:${award.cityId}`],
        [":firstPresented", year(award.firstYear)],
      ]),
    ),
    ...world.awardCategories.map(({ id, awardId, name }) =>
      statement(`award:${id}`, [
        ["a", ":AwardCategory"],
        ["rdfs:label", text(`${awardName.get(awardId) ?? ""}: ${name}`, "en")],
        ["skos:altLabel", text(name, "en")],
        [":award", `award:${awardId}`],
      ]),
    ),
    ...world.ceremonies.map((ceremony) =>
      statement(`ceremony:${ceremony.id}`, [
        ["a", ":Ceremony"],
        ["rdfs:label", text(`${awardName.get(ceremony.awardId) ?? ""} ${ceremony.date.slice(0, 4)}`, "en")],
        [":award", `award:${ceremony.awardId}`],
        [":edition", integer(ceremony.edition)],
        [":date", date(ceremony.date)],
      ]),
    ),
    ...world.nominations.map((nomination, index) =>
      statement(`nomination:${index + 1}`, [
        ["a", ":Nomination"],
        [":category", `award:${nomination.categoryId}`],
        [":ceremony", `ceremony:${nomination.ceremonyId}`],
        [":nominee", nomination.personId === null ? null : `person:${nomination.personId}`],
        [":won", String(nomination.won)],
      ]),
    ),
  ];
}
