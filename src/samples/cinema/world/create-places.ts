import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { City, Country, Region, Studio } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { studioParts } from "../words/cinema-words.ts";
import { countries as facts } from "../words/countries.ts";
import type { Culture } from "../words/names.ts";
import { regionNames, townParts } from "../words/place-parts.ts";

export interface Places {
  readonly countries: readonly Country[];
  readonly regions: readonly Region[];
  readonly cities: readonly City[];
}

export function createPlaces(): Places {
  const random = new RandomStream("places");
  const countries: Country[] = [];
  const regions: Region[] = [];
  const cities: City[] = [];
  const regionsTaken = new Map<Culture, number>();
  for (const { capital, ...country } of facts) {
    const { code, name, culture, areaKm2, latitude, longitude, filmWeight } = country;
    const taken = regionsTaken.get(culture) ?? 0;
    const names = regionNames[culture].slice(taken, taken + 4);
    regionsTaken.set(culture, taken + names.length);
    const own = names.map((regionName) => {
      const region = { id: regions.length + 1, name: regionName, countryCode: code };
      regions.push(region);
      return region;
    });
    const addCity = (city: Omit<City, "id" | "countryCode">) => {
      cities.push({ id: 100 + cities.length + 1, countryCode: code, ...city });
      return 100 + cities.length;
    };
    const first = own[0];
    if (first === undefined) throw new FuxiError("internal", `No region left for ${name}.`);
    const capitalCityId = addCity({
      name: capital.name,
      regionId: first.id,
      isCapital: true,
      population: capital.population,
      areaKm2: Math.round(capital.population / random.int(2500, 9000)),
      latitude: capital.latitude,
      longitude: capital.longitude,
    });
    // Within a fifth of the country's width of its middle, so that towns seldom fall into the sea.
    const reach = Math.min(6, Math.sqrt(areaKm2) / 111 / 4);
    const used = new Set<string>();
    const wanted = Math.min(12, 5 + Math.round(filmWeight / 2));
    while (used.size < wanted) {
      const town = random.pick(townParts[culture][0]) + random.pick(townParts[culture][1]);
      if (used.has(town)) continue;
      used.add(town);
      const size = random.next();
      const inhabitants = Math.round(3100 + 45_000 * size + 580_000 * size * size * size * size);
      addCity({
        name: town,
        regionId: random.pick(own).id,
        isCapital: false,
        population: inhabitants,
        areaKm2: Math.max(4, Math.round(inhabitants / random.int(600, 3200))),
        latitude: rounded(latitude + (random.next() * 2 - 1) * reach),
        longitude: rounded(longitude + (random.next() * 2 - 1) * reach),
      });
    }
    const { filmWeight: weight, ...facts } = country;
    countries.push({ ...facts, capitalCityId, filmWeight: weight });
  }
  return { countries, regions, cities };
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}

export function createStudios(cities: readonly City[]): readonly Studio[] {
  const random = new RandomStream("studios");
  const seats = cities.filter((city) => city.population > 60_000);
  const names = new Set<string>();
  for (const start of studioParts[0]) {
    for (const end of random.sample(studioParts[1], 3)) {
      const alone =
        start.includes("&") ||
        start.startsWith("Les ") ||
        start.startsWith("Studio ") ||
        start.endsWith("Brothers");
      names.add(alone ? start : `${start} ${end}`);
    }
  }
  return [...names].map((name, index) => ({
    id: 501 + index,
    name,
    cityId: random.pick(seats).id,
    founded: 2015 - Math.floor(90 * random.next() * random.next()),
  }));
}
