import type { City, Studio } from "../cinema-world.ts";
import { RandomStream } from "../random-stream.ts";
import { studioParts } from "../words/story-words.ts";

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
