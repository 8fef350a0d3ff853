import { clock, dayOfIso, isoDate, monthOf, weekday } from "../calendar.ts";
import { RandomStream } from "../random-stream.ts";
import type { CinemaSite, Member, Screening, Ticket } from "./cinema-operations.ts";
import { membershipPlans } from "./create-members.ts";
import { snapshot } from "./create-screenings.ts";

const weekdayDraw = [1.25, 0.75, 0.7, 0.8, 0.8, 1.1, 1.5];
const monthDraw = [1.15, 1.05, 0.95, 0.9, 0.8, 0.7, 0.7, 0.75, 0.85, 1, 1.15, 1.3];
const letters = "ABCDEFGHJKLMNPQR";
const lettersAndDigits = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export function createTickets(
  cinemas: readonly CinemaSite[],
  members: readonly Member[],
  screenings: readonly Screening[],
): readonly Ticket[] {
  const random = new RandomStream("tickets");
  const locals = new Map(cinemas.map((cinema) => [cinema.id, regulars(members, cinema.id)]));
  const tickets: Ticket[] = [];
  for (const screening of screenings) {
    const expected = expectedVisitors(screening);
    const visitors = Math.min(
      screening.screen.seats,
      Math.max(0, Math.round(expected * (0.3 + 1.4 * random.next()))),
    );
    const seats = new SeatMap(screening.screen.seats);
    let sold = 0;
    while (sold < visitors) {
      const party = Math.min(visitors - sold, random.weighted([1, 2, 3, 4], [34, 44, 12, 10]));
      sold += party;
      const advance = screening.state !== "F" || random.chance(0.58);
      const sale = saleMoment(random, screening, advance);
      if (sale === null) continue;
      const local = random.chance(0.44) ? random.pick(locals.get(screening.site.id) ?? []) : null;
      const member = local !== null && local.joinedDay <= sale.day ? local : null;
      const channel = advance ? random.weighted([2, 3], [6, 4]) : random.weighted([1, 4], [7, 3]);
      const bookingRef = Array.from({ length: 6 }, () => lettersAndDigits[random.int(0, 31)]).join("");
      const refundedAt = refundMoment(random, screening, sale);
      seats.take(random, party).forEach((seat, index) => {
        const priceClass =
          index === 0 && member !== null ? memberClass(member, sale.day) : guestClass(random, screening);
        tickets.push({
          id: 0,
          screening,
          member: index === 0 ? member : null,
          bookingRef,
          seat,
          priceClass,
          price: ticketPrice(screening.basePrice, priceClass, member, sale.day),
          channel,
          soldAt: sale.text,
          refundedAt,
        });
      });
    }
  }
  // Numbered as they were sold, not as the films were shown.
  tickets.sort((a, b) =>
    a.soldAt < b.soldAt ? -1 : a.soldAt > b.soldAt ? 1 : a.screening.id - b.screening.id,
  );
  return tickets.map((ticket, index) => ({ ...ticket, id: 500_001 + index }));
}

function regulars(members: readonly Member[], cinemaId: number): readonly Member[] {
  const local = members.filter((member) => member.homeCinemaId === cinemaId);
  return local.length > 0 ? local : members;
}

function expectedVisitors({ film, screen, day, start }: Screening): number {
  const opened = film.releaseDate === null ? day : dayOfIso(film.releaseDate);
  const age = day - opened;
  const fresh = age > 400 ? 0.55 : Math.max(0.35, 1.25 - age / 75);
  const interest = 0.6 + Math.min(1.6, film.popularity / 45) + (film.voteAverage - 6.3) * 0.1;
  const hour = start > 1200 ? 1.2 : 0.8;
  return (
    screen.seats *
    0.051 *
    fresh *
    interest *
    hour *
    (weekdayDraw[weekday(day)] ?? 1) *
    (monthDraw[monthOf(day) - 1] ?? 1)
  );
}

interface Sale {
  readonly day: number;
  readonly text: string;
}

/** When it was bought; null if that would be after the database was written. */
function saleMoment(random: RandomStream, { day, start }: Screening, advance: boolean): Sale | null {
  const before = advance
    ? 60 + Math.floor(14_000 * random.next() * random.next() * random.next())
    : random.int(1, 40);
  const bought = day * 1440 + start - before;
  // Hardly anybody buys a ticket before six in the morning.
  const moment = bought % 1440 < 360 ? bought + 360 : bought;
  const saleDay = Math.floor(moment / 1440);
  if (saleDay > snapshot) return null;
  return {
    day: saleDay,
    text: `${isoDate(saleDay)} ${clock(moment % 1440)}:${String(random.int(0, 59)).padStart(2, "0")}`,
  };
}

/** Screenings that were not held are paid back within three days; few other tickets are. */
function refundMoment(random: RandomStream, screening: Screening, sale: Sale): string | null {
  const back =
    screening.state === "N"
      ? screening.day + random.int(0, 2)
      : random.chance(0.012)
        ? screening.day - 1
        : null;
  if (back === null || back > snapshot || back <= sale.day) {
    if (screening.state !== "N") return null;
    return `${isoDate(Math.min(snapshot, screening.day + 1))} 09:${String(random.int(10, 59))}:00`;
  }
  return `${isoDate(back)} ${clock(random.int(540, 1300))}:${String(random.int(0, 59)).padStart(2, "0")}`;
}

function planOn(member: Member, day: number) {
  const running = member.memberships.find(
    (entry) => entry.startDay <= day && (entry.endDay === null || entry.endDay >= day),
  );
  return membershipPlans.find((plan) => plan.id === running?.planId);
}

function memberClass(member: Member, day: number): Ticket["priceClass"] {
  if (planOn(member, day) !== undefined) return "M";
  const age = member.birthDay === null ? 40 : (day - member.birthDay) / 365.25;
  return age < 26 || age > 66 ? "R" : "F";
}

function guestClass(random: RandomStream, { film, start }: Screening): Ticket["priceClass"] {
  const children = start < 1150 && (film.certification === "U" || film.certification === "PG") ? 34 : 0;
  return random.weighted(["F", "R", "C", "P"], [60, 24, children, 1]);
}

function ticketPrice(
  base: number,
  priceClass: Ticket["priceClass"],
  member: Member | null,
  day: number,
): number {
  const discount = {
    F: 0,
    R: 25,
    C: 40,
    P: 100,
    M: member === null ? 0 : (planOn(member, day)?.discountPercent ?? 0),
  }[priceClass];
  return Math.round((base * (100 - discount)) / 10) / 10;
}

/** Gives out seats that are next to each other where there are any left. */
class SeatMap {
  readonly #free: string[];

  constructor(seats: number) {
    const width = seats > 100 ? 14 : 10;
    this.#free = Array.from(
      { length: seats },
      (_, index) => `${letters[Math.floor(index / width) % 16]}${(index % width) + 1}`,
    );
  }

  take(random: RandomStream, count: number): readonly string[] {
    const at = Math.max(0, Math.min(this.#free.length - count, random.int(0, this.#free.length - 1)));
    return this.#free.splice(at, count);
  }
}
