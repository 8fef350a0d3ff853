import { dayOf } from "../calendar.ts";
import type { CinemaWorld } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { jobTitles } from "../words/cinema-words.ts";
import { personName } from "../world/person-name.ts";
import type { CinemaSite } from "./cinema-operations.ts";
import { snapshot } from "./operating-days.ts";

export interface StaffMember {
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
    const contract = lead
      ? "F"
      : random.weighted([
          ["F", 3],
          ["P", 5],
          ["T", 2],
        ] as const);
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
