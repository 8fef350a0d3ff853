import { FuxiError } from "../../../errors/fuxi-error.ts";
import { dayOf } from "../calendar.ts";
import type { CinemaWorld } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { cinemaSites } from "../words/cinema-words.ts";
import type { CinemaSite } from "./cinema-operations.ts";

const diallingCode: Record<string, number> = {
  IE: 353,
  FR: 33,
  BE: 32,
  DE: 49,
  AT: 43,
  ES: 34,
  IT: 39,
  PT: 351,
};

export function createCinemas(world: CinemaWorld): readonly CinemaSite[] {
  const random = new RandomStream("cinemas");
  const taken = new Set<number>();
  return cinemaSites.map((site, index): CinemaSite => {
    const candidates = world.cities
      .filter(
        (city) =>
          city.countryCode === site.country && city.isCapital === site.inCapital && !taken.has(city.id),
      )
      .sort((a, b) => b.population - a.population);
    const city =
      candidates[0] ?? world.cities.find((other) => other.countryCode === site.country && other.isCapital);
    if (city === undefined) throw new FuxiError("internal", `No city for ${site.name}.`);
    if (!site.inCapital) taken.add(city.id);
    const status = site.name === "Cine Puerto Lirio" ? 3 : site.name === "Le Petit Phare" ? 2 : 1;
    return {
      id: index + 1,
      name: site.name,
      city,
      street: site.street,
      phone: random.chance(0.75)
        ? `+${diallingCode[site.country]} ${random.int(100, 999)} ${random.int(10, 99)} ${random.int(10, 99)} ${random.int(10, 99)}`
        : null,
      openedDay: dayOf(random.int(1928, 2016), random.int(1, 12), random.int(1, 28)),
      status,
      lastDay: status === 3 ? dayOf(2025, 6, 29) : status === 2 ? dayOf(2025, 10, 12) : null,
      hasBar: random.chance(0.6),
      basePrice: (site.inCapital ? 10 : 8) + random.int(0, 4) / 2,
      screens: site.seats.map((seats, at) => ({
        number: at + 1,
        seats,
        format: at === 0 ? random.pick(["70mm", "3D", "2D"]) : "2D",
        sound: random.chance(0.85) ? random.pick(["5.1", "7.1", "Stereo"]) : null,
        accessible: at === 0 || random.chance(0.6),
      })),
    };
  });
}
