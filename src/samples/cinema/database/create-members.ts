import { dayOf } from "../calendar.ts";
import type { CinemaWorld, City } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { occupations } from "../words/cinema-words.ts";
import { reviewText } from "../world/create-catalogue-extras.ts";
import { personName } from "../world/create-people.ts";
import type { CinemaSite, Member, Membership, Screening, Ticket } from "./cinema-operations.ts";
import { snapshot } from "./create-screenings.ts";

const memberCount = 2600;

/** Members live in the city of their cinema or in one of the nearest cities of the country. */
export function createMembers(world: CinemaWorld, cinemas: readonly CinemaSite[]): readonly Member[] {
  const random = new RandomStream("members");
  const subscriptions = new RandomStream("memberships");
  const seats = cinemas.map(({ screens }) => screens.reduce((sum, screen) => sum + screen.seats, 0));
  const nearby = new Map(cinemas.map((cinema) => [cinema.id, nearestCities(cinema.city, world.cities)]));
  const cultures = new Map(world.countries.map((country) => [country.code, country.culture]));
  const everywhere = [...new Set(cultures.values())];
  const members: Member[] = [];
  for (let index = 0; index < memberCount; index++) {
    const home = random.weighted(cinemas, seats);
    const culture = cultures.get(home.city.countryCode) ?? "english";
    const female = random.chance(0.54);
    const name = personName(random, random.chance(0.8) ? culture : random.pick(everywhere), female);
    const age = Math.round(16 + 66 * random.next() * (0.4 + 0.6 * random.next()));
    const birthDay = dayOf(2025 - age, random.int(1, 12), random.int(1, 28));
    // Memberships have been sold since 2021, and more of them every year.
    const joinedDay = snapshot - Math.floor(1800 * random.next() * (0.3 + 0.7 * random.next()));
    const city = random.chance(0.68) ? home.city : random.pickSkewed(nearby.get(home.id) ?? [home.city], 2);
    const plain = asciiName(`${name.given}.${name.family}`);
    members.push({
      id: 30_001 + index,
      firstName: name.given,
      lastName: name.family,
      email: random.chance(0.9)
        ? `${plain}${random.chance(0.5) ? random.int(1, 99) : ""}@${random.pick(["example.org", "example.com", "mail.example"])}`
        : null,
      phone: random.chance(0.55)
        ? `0${random.int(1, 9)}${random.int(10_000_000, 99_999_999)}`
        : random.chance(0.4)
          ? ""
          : null,
      birthDay: random.chance(0.94) ? birthDay : null,
      cityId: city.id,
      homeCinemaId: home.id,
      joinedDay,
      occupation: occupation(random, age),
      newsletter: random.chance(0.47),
      referredBy: index > 50 && random.chance(0.14) ? 30_001 + random.int(0, index - 1) : null,
      memberships: createMemberships(subscriptions, joinedDay, age),
    });
  }
  // Members are numbered as they join.
  return renumbered(members);
}

function renumbered(members: readonly Member[]): readonly Member[] {
  const order = [...members].sort((a, b) => a.joinedDay - b.joinedDay || a.id - b.id);
  const newId = new Map(order.map((member, index) => [member.id, 30_001 + index]));
  return order.map((member) => {
    const id = newId.get(member.id) ?? member.id;
    const sponsor = member.referredBy === null ? null : (newId.get(member.referredBy) ?? null);
    return { ...member, id, referredBy: sponsor !== null && sponsor < id ? sponsor : null };
  });
}

function createMemberships(random: RandomStream, joinedDay: number, age: number): readonly Membership[] {
  const memberships: Membership[] = [];
  let start = joinedDay;
  for (;;) {
    const plan = random.weighted(
      membershipPlans,
      membershipPlans.map(({ youngOnly, weight }) => (youngOnly ? (age < 26 ? 30 : 0) : weight)),
    );
    if (plan.openEnded) {
      const cancelled = random.chance(0.25) ? start + random.int(60, 700) : null;
      const ended = cancelled !== null && cancelled <= snapshot;
      memberships.push({
        planId: plan.id,
        startDay: start,
        endDay: ended ? cancelled : null,
        status: ended ? 3 : 1,
        fee: plan.fee,
      });
      return memberships;
    }
    const cancelled = random.chance(0.05);
    const end = start + (cancelled ? random.int(20, 200) : 364);
    const fee = random.chance(0.04) ? "0,00" : plan.fee;
    const over = end < snapshot;
    memberships.push({
      planId: plan.id,
      startDay: start,
      endDay: end,
      status: over ? (cancelled ? 3 : 2) : 1,
      fee,
    });
    if (!over || cancelled || !random.chance(0.66)) return memberships;
    start = end + 1 + (random.chance(0.3) ? random.int(1, 60) : 0);
    if (start > snapshot) return memberships;
  }
}

function occupation(random: RandomStream, age: number): string | null {
  if (random.chance(0.1)) return null;
  if (random.chance(0.04)) return "";
  const word = age < 23 ? "Student" : age > 67 && random.chance(0.8) ? "Retired" : random.pick(occupations);
  const spelling = random.next();
  if (spelling < 0.72) return word;
  if (spelling < 0.84) return word.toLowerCase();
  if (spelling < 0.94) return `${word} `;
  return word.toUpperCase();
}

function nearestCities(home: City, cities: readonly City[]): readonly City[] {
  const distance = (city: City) => {
    const north = city.latitude - home.latitude;
    const east = (city.longitude - home.longitude) * 0.65;
    return north * north + east * east;
  };
  return cities
    .filter((city) => city.countryCode === home.countryCode && city !== home)
    .sort((a, b) => distance(a) - distance(b) || a.id - b.id)
    .slice(0, 5);
}

function asciiName(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/ł/g, "l")
    .replace(/[øœ]/g, "o")
    .replace(/ß/g, "ss")
    .replace(/æ/g, "ae")
    .replace(/ı/g, "i")
    .replace(/[^a-z.]/g, "");
}

interface MembershipPlan {
  readonly id: number;
  readonly name: string;
  /** Euros a year, as printed: `24,00`. */
  readonly fee: string;
  readonly discountPercent: number;
  readonly guestTickets: number | null;
  readonly youngOnly: boolean;
  readonly openEnded: boolean;
  readonly weight: number;
}

/** Fee, discount, guest tickets, weight. Only people under 26 buy Young Lantern; a Friend stays until it is cancelled. */
const plans = [
  ["Standard", "24,00", 10, null, 44],
  ["Young Lantern (under 26)", "12,50", 25, null, 0],
  ["Plus", "54,00", 20, 2, 30],
  ["Duo", "79,90", 20, 4, 13],
  ["Friend of the House", "120,00", 35, 6, 8],
] as const;

export const membershipPlans: readonly MembershipPlan[] = plans.map(
  ([name, fee, discountPercent, guestTickets, weight], at) => ({
    ...{ id: at + 1, name, fee, discountPercent, guestTickets, weight },
    youngOnly: name.startsWith("Young"),
    openEnded: name.startsWith("Friend"),
  }),
);

interface MemberReview {
  readonly id: number;
  readonly filmId: number;
  readonly memberId: number;
  readonly rating: number;
  /** Empty if only stars were given, null if a moderator removed the text. */
  readonly body: string | null;
  readonly writtenDay: number;
  readonly recommends: boolean | null;
}

/** Members review films that they have seen in one of the cinemas, each film at most once. */
export function createMemberReviews(tickets: readonly Ticket[]): readonly MemberReview[] {
  const random = new RandomStream("member-reviews");
  const seen = new Set<string>();
  const reviews: MemberReview[] = [];
  const visits = tickets.flatMap(
    ({ member, screening, refundedAt }): { member: Member; screening: Screening }[] =>
      member !== null && refundedAt === null && screening.state === "F" ? [{ member, screening }] : [],
  );
  visits.sort((a, b) => a.screening.id - b.screening.id || a.member.id - b.member.id);
  for (const { member, screening } of visits) {
    const { film } = screening;
    const key = `${film.id}/${member.id}`;
    if (seen.has(key) || !random.chance(0.5)) continue;
    seen.add(key);
    const rating = Math.max(1, Math.min(10, Math.round(random.normal(film.voteAverage + 0.2, 1.6))));
    const writtenDay = Math.min(snapshot, screening.day + Math.floor(25 * random.next() * random.next()));
    reviews.push({
      id: 0,
      filmId: film.id,
      memberId: member.id,
      rating,
      body: random.chance(0.03) ? null : random.chance(0.3) ? "" : reviewText(random, rating),
      writtenDay,
      recommends: random.chance(0.2) ? null : rating >= 7,
    });
  }
  return reviews.map((review, index) => ({ ...review, id: index + 1 }));
}
