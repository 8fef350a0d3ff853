import { clock, dayOf, monthOf, slashDate } from "../calendar.ts";
import type { CinemaWorld } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { concessions, jobTitles } from "../words/cinema-words.ts";
import { personName } from "../world/create-people.ts";
import type { CinemaSite, Screening } from "./cinema-operations.ts";
import { snapshot } from "./create-screenings.ts";

interface StaffMember {
  readonly id: number;
  readonly firstName: string;
  readonly lastName: string;
  /** Null at head office. */
  readonly cinemaId: number | null;
  readonly jobTitle: string;
  readonly managerId: number | null;
  readonly hiredDay: number;
  readonly leftDay: number | null;
  /** Full time, part time, temporary. */
  readonly contract: "F" | "P" | "T";
  readonly weeklyMinutes: number;
  readonly hourlyCents: number;
}

export function createStaff(world: CinemaWorld, cinemas: readonly CinemaSite[]): readonly StaffMember[] {
  const random = new RandomStream("staff");
  const cultures = new Map(world.countries.map((country) => [country.code, country.culture]));
  const staff: StaffMember[] = [];
  const hire = (
    jobTitle: string,
    cents: number,
    site: CinemaSite | null,
    managerId: number | null,
  ): StaffMember => {
    const culture = cultures.get(site?.city.countryCode ?? "IE") ?? "english";
    const { given, family } = personName(
      random,
      random.chance(0.85) ? culture : "polish",
      random.chance(0.5),
    );
    const lead = site === null || jobTitle === "Cinema manager";
    const contract = lead ? "F" : random.weighted(["F", "P", "T"], [3, 5, 2]);
    const hiredDay = dayOf(
      lead ? random.int(2009, 2022) : random.int(2016, 2024),
      random.int(1, 12),
      random.int(1, 28),
    );
    const closed = site?.status === 3 ? site.lastDay : null;
    const quit =
      !lead && random.chance(0.22)
        ? Math.max(hiredDay + 90, dayOf(2024, random.int(1, 12), 15) + random.int(0, 600))
        : null;
    const leftDay = quit !== null && quit <= snapshot ? Math.min(quit, closed ?? quit) : closed;
    const member: StaffMember = {
      id: 901 + staff.length,
      firstName: given,
      lastName: family,
      cinemaId: site?.id ?? null,
      jobTitle,
      managerId,
      hiredDay,
      leftDay,
      contract,
      weeklyMinutes:
        contract === "F"
          ? 2310
          : contract === "P"
            ? random.int(8, 24) * 60 + random.pick([0, 30])
            : random.int(4, 12) * 60,
      hourlyCents: cents + random.int(-4, 12) * 15,
    };
    staff.push(member);
    return member;
  };
  const director = hire("Managing director", 5400, null, null);
  const programming = hire("Head of programming", 3900, null, director.id);
  hire("Programme assistant", 2100, null, programming.id);
  const north = hire("Regional manager", 3600, null, director.id);
  const south = hire("Regional manager", 3600, null, director.id);
  hire("Bookkeeper", 2400, null, director.id);
  for (const site of cinemas) {
    const region = site.city.latitude > 47 ? north : south;
    const manager = hire("Cinema manager", 2600, site, region.id);
    for (const [title, cents, count] of jobTitles) {
      const wanted = title === "Bar staff" && !site.hasBar ? 1 : count + (site.screens.length > 2 ? 1 : 0);
      for (let i = 0; i < wanted; i++) hire(title, cents, site, manager.id);
    }
  }
  return staff;
}

interface ConcessionSale {
  readonly id: number;
  readonly cinemaId: number;
  readonly staffId: number | null;
  readonly soldAt: string;
  readonly item: string;
  readonly group: string;
  readonly quantity: number;
  readonly cents: number;
  /** 1 cash, 2 card, 3 voucher. */
  readonly payment: 1 | 2 | 3;
}

/** Everything became 20 cents dearer on this day. */
const priceRise = dayOf(2025, 1, 1);

/** Counter sales around screenings that were held; a kiosk sale has no seller. */
export function createConcessionSales(
  screenings: readonly Screening[],
  staff: readonly StaffMember[],
): readonly ConcessionSale[] {
  const random = new RandomStream("concessions");
  const sellers = Map.groupBy(
    staff.filter((member) => member.jobTitle === "Bar staff" || member.jobTitle === "Box office clerk"),
    (member) => member.cinemaId,
  );
  const sales: ConcessionSale[] = [];
  for (const screening of screenings) {
    if (screening.state !== "F") continue;
    const count = random.weighted([0, 1, 2, 3], [34, 34, 22, 10]);
    const month = monthOf(screening.day);
    const summer = month >= 5 && month <= 9;
    const weights = concessions.map(([, , , usual, inSummer]) => (summer ? inSummer : usual));
    const onDuty = (sellers.get(screening.site.id) ?? []).filter(
      (member) =>
        member.hiredDay <= screening.day && (member.leftDay === null || member.leftDay > screening.day),
    );
    for (let i = 0; i < count; i++) {
      const [item, group, price] = random.weighted(concessions, weights);
      const quantity = random.weighted([1, 2, 3, 4], [62, 30, 6, 2]);
      const dearer = screening.day >= priceRise ? 20 : 0;
      sales.push({
        id: 0,
        cinemaId: screening.site.id,
        staffId: onDuty.length > 0 && random.chance(0.9) ? random.pick(onDuty).id : null,
        soldAt: `${slashDate(screening.day)} ${clock(screening.start - random.int(1, 35))}`,
        item,
        group,
        quantity,
        cents: quantity * (price + dearer),
        payment: random.weighted([1, 2, 3], [28, 66, 6]),
      });
    }
  }
  return sales.map((sale, index) => ({ ...sale, id: index + 1 }));
}
