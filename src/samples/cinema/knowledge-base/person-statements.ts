import type { CinemaWorld, Job } from "../cinema-world.ts";
import { date, type Saying, statement, text } from "./turtle-writer.ts";

const classOf: Readonly<Partial<Record<Job, string>>> = {
  Director: ":Director",
  Writer: ":Writer",
  "Original Music Composer": ":Composer",
};

/** Everybody who works in film. Classes follow from what they did; names turned around are aliases. */
export function personStatements(world: CinemaWorld): readonly string[] {
  const actors = new Set(world.cast.map(({ personId }) => personId));
  const jobsOf = Map.groupBy(world.crew, ({ personId }) => personId);
  return world.people.map((person) => {
    const classes = new Set((jobsOf.get(person.id) ?? []).map(({ job }) => classOf[job]));
    return statement(`person:${person.id}`, [
      ["a", ":Person"],
      ["a", actors.has(person.id) ? ":Actor" : null],
      ...[...classes].map((name): Saying => ["a", name]),
      ["rdfs:label", text(person.name)],
      ["skos:altLabel", turnedAround(person.name)],
      [":gender", text(person.gender)],
      [":birthDate", person.birthday === null ? null : date(person.birthday)],
      [":deathDate", person.deathday === null ? null : date(person.deathday)],
      [":birthPlace", person.birthCityId === null ? null : `place:${person.birthCityId}`],
      [":citizenOf", `place:${person.countryCode}`],
    ]);
  });
}

/** `Ibáñez, Dolores`, as catalogues sort. */
function turnedAround(name: string): string | null {
  const [first, ...rest] = name.split(" ");
  return first === undefined || rest.length === 0 ? null : text(`${rest.join(" ")}, ${first}`);
}
