import type { Catalogue } from "../catalogue/cinema-catalogue.ts";

/** `Place` of the document. */
export function placeView(catalogue: Catalogue, cityId: number) {
  const city = catalogue.cities.get(cityId);
  return { city: city?.name, country_code: city?.countryCode };
}

/** `Country` of the document. */
export function countryView(catalogue: Catalogue, code: string) {
  return { code, name: catalogue.countries.get(code)?.name };
}
