import { clock, isoDate, slashDate } from "../calendar.ts";
import type { CinemaWorld, Job, Person } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { createMemberReviews, createMembers, membershipPlans } from "./create-members.ts";
import { createCinemas, createScreenings } from "./create-screenings.ts";
import { createConcessionSales, createStaff } from "./create-staff.ts";
import { createTickets } from "./create-tickets.ts";

/** Cents as the cash desks print them: `12,50`. */
export function commaAmount(cents: number): string {
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, "0")}`;
}

/** Thousands apart: `1 204 500`. */
export function spacedNumber(value: number): string {
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
    city: world.cities.map((city) => [
      city.id,
      city.name,
      regions.get(city.regionId) ?? "",
      city.countryCode,
      city.isCapital ? "Y" : "N",
      city.population,
      spacedNumber(city.areaKm2),
      city.latitude,
      city.longitude,
    ]),
    film: filmTable(world, films),
    genre: world.genres.map((genre) => [genre.id, genre.name]),
    film_genre: films.flatMap((film) => film.genreIds.map((id, index) => [film.id, id, index + 1])),
    person: world.people.map((person) => [
      person.id,
      person.name,
      genderCode[person.gender],
      person.birthday,
      person.deathday,
      person.birthCityId,
      person.knownFor,
    ]),
    credit: creditTable(world, films),
  };
}

function filmTable(world: CinemaWorld, films: CinemaWorld["films"]): Row[] {
  const random = new RandomStream("film-rows");
  const studios = new Map(world.studios.map((studio) => [studio.id, studio.name]));
  const series = new Map(world.collections.map((collection) => [collection.id, collection.name]));
  return films.map((film) => [
    film.id,
    film.title,
    film.originalTitle,
    film.originalLanguage,
    film.countryCodes.join("|"),
    film.releaseDate,
    film.runtimeMinutes,
    film.certification,
    film.status === "released" ? 1 : 2,
    film.budget,
    film.revenue === null ? null : spacedNumber(film.revenue),
    typedByHand(random, studios.get(film.studioId) ?? ""),
    film.collectionId === null ? null : (series.get(film.collectionId) ?? null),
    film.remakeOfId,
    film.status === "released" ? film.tagline : null,
    film.popularity,
    film.voteAverage,
    film.voteCount,
  ]);
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
    cinema: cinemas.map((c) => [
      c.id,
      c.name,
      c.city.id,
      c.street,
      c.phone,
      slashDate(c.openedDay),
      c.status,
      yesNo(c.hasBar),
    ]),
    screen: cinemas.flatMap((c) =>
      c.screens.map((s) => [c.id, s.number, s.seats, s.format, s.sound, yesNo(s.accessible)]),
    ),
    membership_plan: membershipPlans.map((p) => [p.id, p.name, p.fee, p.discountPercent, p.guestTickets]),
    member: members.map((m) => [
      m.id,
      m.firstName,
      m.lastName,
      m.email,
      m.phone,
      m.birthDay === null ? null : slashDate(m.birthDay),
      m.cityId,
      m.homeCinemaId,
      isoDate(m.joinedDay),
      m.occupation,
      yesNo(m.newsletter),
      m.referredBy,
    ]),
    membership: members.flatMap((m) =>
      m.memberships.map((s) => [
        m.id,
        isoDate(s.startDay),
        s.endDay === null ? null : isoDate(s.endDay),
        s.planId,
        s.status,
        s.fee,
      ]),
    ),
    staff: staff.map((s) => [
      s.id,
      s.firstName,
      s.lastName,
      s.cinemaId,
      s.jobTitle,
      s.managerId,
      slashDate(s.hiredDay),
      s.leftDay === null ? null : slashDate(s.leftDay),
      s.contract,
      clock(s.weeklyMinutes),
      commaAmount(s.hourlyCents),
    ]),
    screening: screenings.map((s) => [
      s.id,
      s.film.id,
      s.site.id,
      s.screen.number,
      `${isoDate(s.day)} ${clock(s.start)}`,
      clock(s.slotMinutes),
      s.version,
      s.state,
      s.basePrice,
    ]),
    ticket: tickets.map((t) => [
      t.id,
      t.screening.id,
      t.member?.id ?? null,
      t.bookingRef,
      t.seat,
      t.priceClass,
      t.price,
      t.channel,
      t.soldAt,
      t.refundedAt,
    ]),
    concession_sale: createConcessionSales(screenings, staff).map((s) => [
      s.id,
      s.cinemaId,
      s.staffId,
      s.soldAt,
      s.item,
      s.group,
      s.quantity,
      commaAmount(s.cents),
      s.payment,
    ]),
    review: createMemberReviews(tickets).map((r) => [
      r.id,
      r.filmId,
      r.memberId,
      r.rating,
      r.body,
      slashDate(r.writtenDay),
      r.recommends === null ? null : yesNo(r.recommends),
    ]),
  };
}

function yesNo(value: boolean): "Y" | "N" {
  return value ? "Y" : "N";
}
