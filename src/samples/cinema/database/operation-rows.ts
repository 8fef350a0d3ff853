import { clock, isoDate, slashDate } from "../calendar.ts";
import type { CinemaWorld } from "../cinema-world.ts";
import { createCinemas } from "./create-cinemas.ts";
import { createConcessionSales } from "./create-concession-sales.ts";
import { createMemberReviews } from "./create-member-reviews.ts";
import { createMembers } from "./create-members.ts";
import { createScreenings } from "./create-screenings.ts";
import { createStaff } from "./create-staff.ts";
import { createTickets } from "./create-tickets.ts";
import type { Row } from "./film-rows.ts";
import { membershipPlans } from "./membership-plans.ts";
import { commaAmount } from "./text-numbers.ts";

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
