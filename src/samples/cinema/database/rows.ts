import { clock, isoDate, slashDate } from "../calendar.ts";
import type { CinemaWorld, Job, Person } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { createMemberReviews, createMembers, membershipPlans } from "./create-members.ts";
import { createCinemas, createScreenings } from "./create-screenings.ts";
import { createConcessionSales, createStaff } from "./create-staff.ts";
import { createTickets } from "./create-tickets.ts";
import { tables } from "./schema.ts";

/** Cents as the cash desks print them: `12,50`. */
function commaAmount(cents: number): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
}

/** Thousands apart: `1 204 500`. */
function spacedNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, " ");
}

export type Row = readonly (string | number | null)[];

const genderCode: Record<Person["gender"], number> = { unknown: 0, female: 1, male: 2, "non-binary": 3 };
const roleCode: Record<Job, string> = {
  Director: "D",
  Writer: "W",
  "Original Music Composer": "M",
  Editor: "E",
  "Director of Photography": "C",
};

/** Rows of the tables that come straight from the world: city, film, genre, film_genre, person, credit. */
export function filmRows(world: CinemaWorld): Record<string, readonly Row[]> {
  const regions = new Map(world.regions.map((region) => [region.id, region.name]));
  const films = [...world.films].sort((a, b) => a.id - b.id);
  return {
    city: world.cities.map((city) =>
      rowOf("city", {
        ...{ ...city, cityId: city.id, region: regions.get(city.regionId) ?? "" },
        areaKm2: spacedNumber(city.areaKm2),
      }),
    ),
    film: filmTable(world, films),
    genre: world.genres.map((genre) => [genre.id, genre.name]),
    film_genre: films.flatMap((film) => film.genreIds.map((id, index) => [film.id, id, index + 1])),
    person: world.people.map((person) =>
      rowOf("person", { ...person, personId: person.id, gender: genderCode[person.gender] }),
    ),
    credit: creditTable(world, films),
  };
}

function filmTable(world: CinemaWorld, films: CinemaWorld["films"]): Row[] {
  const random = new RandomStream("film-rows");
  const studios = new Map(world.studios.map((studio) => [studio.id, studio.name]));
  const series = new Map(world.collections.map((collection) => [collection.id, collection.name]));
  return films.map((film) =>
    rowOf("film", {
      ...film,
      filmId: film.id,
      countries: film.countryCodes.join("|"),
      runtimeMin: film.runtimeMinutes,
      rating: film.certification,
      status: film.status === "released" ? 1 : 2,
      boxOfficeEur: film.revenue === null ? null : spacedNumber(film.revenue),
      studio: typedByHand(random, studios.get(film.studioId) ?? ""),
      series: film.collectionId === null ? null : (series.get(film.collectionId) ?? null),
      remakeOf: film.remakeOfId,
      tagline: film.status === "released" ? film.tagline : null,
    }),
  );
}

/** The studio was typed anew for each film: some end in a blank, some shout. */
function typedByHand(random: RandomStream, name: string): string {
  const slip = random.next();
  if (slip < 0.035) return `${name} `;
  if (slip < 0.05) return name.toUpperCase();
  return slip < 0.06 ? name.toLowerCase() : name;
}

/** The three leading parts and the direction of every film; the other crew only for films since 2010. */
function creditTable(world: CinemaWorld, films: CinemaWorld["films"]): Row[] {
  const castOf = Map.groupBy(world.cast, (credit) => credit.filmId);
  const crewOf = Map.groupBy(world.crew, (credit) => credit.filmId);
  const rows: Row[] = [];
  for (const film of films) {
    const complete = film.releaseDate === null || film.releaseDate >= "2010";
    for (const credit of crewOf.get(film.id) ?? []) {
      if (complete || credit.job === "Director")
        rows.push([rows.length + 1, film.id, credit.personId, roleCode[credit.job], null, null]);
    }
    for (const credit of castOf.get(film.id) ?? []) {
      if (credit.order < 3)
        rows.push([rows.length + 1, film.id, credit.personId, "A", credit.character, credit.order + 1]);
    }
  }
  return rows;
}

/** Rows of the tables about running the cinemas. */
export function operationRows(world: CinemaWorld): Record<string, readonly Row[]> {
  const cinemas = createCinemas(world);
  const members = createMembers(world, cinemas);
  const screenings = createScreenings(world, cinemas);
  const tickets = createTickets(cinemas, members, screenings);
  const staff = createStaff(world, cinemas);
  return {
    cinema: cinemas.map((c) =>
      rowOf("cinema", {
        ...{ ...c, cinemaId: c.id, cityId: c.city.id, streetAddress: c.street },
        openedOn: slashDate(c.openedDay),
      }),
    ),
    screen: cinemas.flatMap((c) =>
      c.screens.map((s) => rowOf("screen", { ...s, cinemaId: c.id, screenNo: s.number })),
    ),
    membership_plan: membershipPlans.map((p) => [p.id, p.name, p.fee, p.discountPercent, p.guestTickets]),
    member: members.map((m) =>
      rowOf("member", {
        ...{ ...m, memberId: m.id, joinedOn: isoDate(m.joinedDay) },
        birthDate: m.birthDay === null ? null : slashDate(m.birthDay),
      }),
    ),
    membership: members.flatMap((m) =>
      m.memberships.map((s) =>
        rowOf("membership", {
          ...{ ...s, memberId: m.id, startDate: isoDate(s.startDay), feePaid: s.fee },
          endDate: s.endDay === null ? null : isoDate(s.endDay),
        }),
      ),
    ),
    staff: staff.map((s) =>
      rowOf("staff", {
        ...{ ...s, staffId: s.id, hiredOn: slashDate(s.hiredDay) },
        leftOn: s.leftDay === null ? null : slashDate(s.leftDay),
        ...{ weeklyHours: clock(s.weeklyMinutes), hourlyWage: commaAmount(s.hourlyCents) },
      }),
    ),
    screening: screenings.map((s) =>
      rowOf("screening", {
        ...{ ...s, screeningId: s.id, filmId: s.film.id, cinemaId: s.site.id, screenNo: s.screen.number },
        startsAt: `${isoDate(s.day)} ${clock(s.start)}`,
        slotLength: clock(s.slotMinutes),
      }),
    ),
    ticket: tickets.map((t) =>
      rowOf("ticket", { ...t, ticketId: t.id, screeningId: t.screening.id, memberId: t.member?.id ?? null }),
    ),
    concession_sale: createConcessionSales(screenings, staff).map((s) =>
      rowOf("concession_sale", { ...s, saleId: s.id, amountEur: commaAmount(s.cents) }),
    ),
    review: createMemberReviews(tickets).map((r) =>
      rowOf("review", { ...r, reviewId: r.id, writtenOn: slashDate(r.writtenDay) }),
    ),
  };
}

const columnsOf = new Map(
  tables.map(({ name, columns }) => [name, columns.map((column) => ownName(column.name))]),
);

/** `Box Office (EUR)` is `boxOfficeEur`. */
function ownName(column: string): string {
  const words = column.toLowerCase().match(/[a-z0-9]+/gu) ?? [];
  return words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
}

/** A row with the values that are called as the table's columns. */
function rowOf(table: string, given: object): Row {
  const values = given as Readonly<Record<string, Row[number] | boolean>>;
  return (columnsOf.get(table) ?? []).map((name) => {
    const value = values[name] ?? null;
    return typeof value === "boolean" ? (value ? "Y" : "N") : value;
  });
}
