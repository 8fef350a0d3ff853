import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { CastCredit, Country, CrewCredit, Department, Film, Job, Person } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { characterRoles } from "../words/cinema-words.ts";
import { personName } from "./create-people.ts";

const jobs: readonly (readonly [Job, Department, share: number])[] = [
  ["Original Music Composer", "Sound", 0.9],
  ["Editor", "Editing", 0.92],
  ["Director of Photography", "Camera", 0.92],
];

export function createCredits(
  films: readonly Film[],
  people: readonly Person[],
  countries: readonly Country[],
) {
  const casting = new RandomStream("credits/cast");
  const crewing = new RandomStream("credits/crew");
  const finder = new PeopleFinder(people);
  const countryOf = new Map(countries.map((country) => [country.code, country]));
  const cast: CastCredit[] = [];
  const crew: CrewCredit[] = [];
  for (const film of films) {
    const home = film.countryCodes[0] ?? "US";
    const culture = countryOf.get(home)?.culture ?? "english";
    const year = Number(film.releaseDate?.slice(0, 4) ?? 2025);
    const taken = new Set<number>();
    const add = (job: Job, department: Department, person: Person) => {
      taken.add(person.id);
      crew.push({ filmId: film.id, personId: person.id, job, department });
    };
    const directors = crewing.chance(0.05) ? 2 : 1;
    for (let i = 0; i < directors; i++) {
      const director = finder.find(crewing, "Directing", home, year, taken, film.genreIds[0]);
      add("Director", "Directing", director);
      if (crewing.chance(0.38)) add("Writer", "Writing", director);
    }
    const writers = crewing.int(crew.at(-1)?.job === "Writer" ? 0 : 1, 2);
    for (let i = 0; i < writers; i++)
      add("Writer", "Writing", finder.find(crewing, "Writing", home, year, taken));
    for (const [job, department, share] of jobs) {
      if (crewing.chance(share)) add(job, department, finder.find(crewing, department, home, year, taken));
    }
    const documentary = film.genreIds[0] === 11;
    const roles = documentary ? casting.int(0, 3) : casting.int(4, 9);
    const inCast = new Set<number>();
    for (let order = 0; order < roles; order++) {
      const person = finder.find(casting, "Acting", home, year, inCast);
      inCast.add(person.id);
      const female = person.gender === "female" || (person.gender !== "male" && casting.chance(0.5));
      const name = personName(casting, culture, female);
      const character = documentary
        ? casting.pick(["Self", "Narrator (voice)"])
        : casting.weighted(
            [name.given, `${name.given} ${name.family}`, casting.pick(characterRoles), `Dr. ${name.family}`],
            [5, 4, order > 2 ? 3 : 0, 1],
          );
      cast.push({ filmId: film.id, personId: person.id, character, order });
    }
  }
  return { cast, crew };
}

/** Nobody has more credits in their department than a long working life allows. */
const mostCredits: Record<Department, number> = {
  Acting: 72,
  Directing: 34,
  Writing: 48,
  Sound: 96,
  Editing: 88,
  Camera: 84,
};

class PeopleFinder {
  readonly #credits = new Map<number, number>();
  readonly #all: Map<Department, Person[]>;
  readonly #local: Map<string, Person[]>;
  readonly #years: Map<number, readonly [number, number]>;

  constructor(people: readonly Person[]) {
    this.#all = Map.groupBy(people, (person) => person.knownFor);
    this.#local = Map.groupBy(people, (person) => `${person.knownFor}/${person.countryCode}`);
    // A career starts at 20 and ends with death or at 86; where the birthday is unknown any year will do.
    this.#years = new Map(
      people.map((person) => {
        const born = person.birthday === null ? null : Number(person.birthday.slice(0, 4));
        const died = person.deathday === null ? 2025 : Number(person.deathday.slice(0, 4));
        return [
          person.id,
          [
            born === null ? 1950 : born + (person.knownFor === "Acting" ? 12 : 20),
            Math.min(died, (born ?? 1960) + 86),
          ],
        ] as const;
      }),
    );
  }

  /** Somebody of the department who worked then, mostly of the film's own country, with the director's genre if given. */
  find(
    random: RandomStream,
    department: Department,
    country: string,
    year: number,
    taken: ReadonlySet<number>,
    genreId?: number,
  ): Person {
    const all = this.#all.get(department) ?? [];
    const local = this.#local.get(`${department}/${country}`) ?? all;
    let fallback: Person | undefined;
    for (let attempt = 0; attempt < 60; attempt++) {
      const person = random.pickSkewed(attempt < 30 && random.chance(0.8) ? local : all, 2);
      if (taken.has(person.id) || this.#isBooked(person)) continue;
      const [from, to] = this.#years.get(person.id) ?? [0, 0];
      if (year < from || year > to) continue;
      if (genreId === undefined || person.favouredGenreIds.includes(genreId)) return this.#credit(person);
      fallback ??= person;
    }
    if (fallback !== undefined) return this.#credit(fallback);
    const free = all.find((person) => !taken.has(person.id) && within(this.#years.get(person.id), year));
    if (free === undefined) throw new FuxiError("internal", `Nobody in ${department} worked in ${year}.`);
    return this.#credit(free);
  }

  // Careers differ in length: between 40 % and all of the most that anybody has.
  #isBooked(person: Person): boolean {
    const limit = mostCredits[person.knownFor] * (0.4 + ((person.id * 37) % 101) / 168);
    return (this.#credits.get(person.id) ?? 0) >= limit;
  }

  #credit(person: Person): Person {
    this.#credits.set(person.id, (this.#credits.get(person.id) ?? 0) + 1);
    return person;
  }
}

function within(span: readonly [number, number] | undefined, year: number): boolean {
  return span !== undefined && year >= span[0] && year <= span[1];
}
