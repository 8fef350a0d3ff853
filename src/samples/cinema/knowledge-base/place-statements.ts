import type { CinemaWorld } from "../cinema-world.ts";
import { integer, statement, text, year } from "./turtle-writer.ts";

const languages: Readonly<Record<string, string>> = {
  en: "English",
  fr: "French",
  es: "Spanish",
  it: "Italian",
  pt: "Portuguese",
  de: "German",
  pl: "Polish",
  da: "Danish",
  ja: "Japanese",
  ko: "Korean",
  hi: "Hindi",
  tr: "Turkish",
};

/** Countries, regions, cities, languages, and the studios that sit in them. */
export function placeStatements(world: CinemaWorld): readonly string[] {
  return [
    ...Object.entries(languages).map(([code, name]) =>
      statement(`language:${code}`, [
        ["a", ":Language"],
        ["rdfs:label", text(name, "en")],
      ]),
    ),
    ...world.countries.map((country) =>
      statement(`place:${country.code}`, [
        ["a", ":Country"],
        ["rdfs:label", text(country.name, "en")],
        ["skos:altLabel", text(country.code)],
        [":capital", `place:${country.capitalCityId}`],
        [":population", integer(country.population)],
        [":area", integer(country.areaKm2)],
        [":spokenLanguage", country.language === null ? null : `language:${country.language}`],
      ]),
    ),
    ...world.regions.map((region) =>
      statement(`place:r${region.id}`, [
        ["a", ":Region"],
        ["rdfs:label", text(region.name)],
        [":country", `place:${region.countryCode}`],
      ]),
    ),
    ...world.cities.map((city) =>
      statement(`place:${city.id}`, [
        ["a", ":City"],
        ["a", city.isCapital ? ":CapitalCity" : null],
        ["rdfs:label", text(city.name)],
        [":region", `place:r${city.regionId}`],
        [":country", `place:${city.countryCode}`],
        [":population", integer(city.population)],
        [":area", integer(city.areaKm2)],
      ]),
    ),
    ...world.studios.map((studio) =>
      statement(`studio:${studio.id}`, [
        ["a", ":Studio"],
        ["rdfs:label", text(studio.name)],
        [":headquarters", `place:${studio.cityId}`],
        [":founded", year(studio.founded)],
      ]),
    ),
  ];
}
