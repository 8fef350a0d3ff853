import type { Country } from "../cinema-world.ts";
import type { RandomStream } from "../random-stream.ts";
import { trades } from "../words/english-titles.ts";
import { overviews, taglines } from "../words/story-words.ts";
import { personName } from "./person-name.ts";

/** A tagline (a third of the films have none) and an overview, told in the film's own places and names. */
export function filmStory(random: RandomStream, country: Country, city: string, keyword: string) {
  const hero = personName(random, country.culture, random.chance(0.5));
  const other = personName(random, country.culture, random.chance(0.5));
  const words: Record<string, string> = {
    city,
    keyword,
    hero: `${hero.given} ${hero.family}`,
    other: other.given,
    trade: random.pick(trades).toLowerCase(),
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, slot: string) => words[slot] ?? "");
  return {
    tagline: random.chance(0.66) ? fill(random.pick(taglines)) : "",
    overview: fill(random.pick(overviews)),
  };
}
