import { type Culture, tableRows } from "./names.ts";

/** Film languages that the title maker can write. */
export type Language = "en" | "fr" | "es" | "it" | "pt" | "de" | "pl" | "da" | "ja" | "ko" | "hi" | "tr";

export const languageNames: Readonly<Record<Language, string>> = {
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

/** Code, name, culture, film language, population, area (km²), latitude and longitude of its middle, the same and the population of the capital, weight as a maker of films. */
const table = `
US | United States | english | en | 335000000 | 9833517 | 39.5 | -98.4 | Washington | 38.9 | -77.04 | 679000 | 30
GB | United Kingdom | english | en | 67600000 | 243610 | 53 | -1.5 | London | 51.51 | -0.13 | 8866000 | 14
IE | Ireland | irish | en | 5150000 | 70273 | 53.2 | -7.9 | Dublin | 53.35 | -6.26 | 592000 | 4
CA | Canada | english | en | 40100000 | 9984670 | 50.5 | -97 | Ottawa | 45.42 | -75.7 | 1017000 | 4
AU | Australia | english | en | 26600000 | 7692024 | -30 | 145 | Canberra | -35.28 | 149.13 | 467000 | 3
NZ | New Zealand | english | en | 5220000 | 268021 | -41.5 | 173 | Wellington | -41.29 | 174.78 | 213000 | 1
FR | France | french | fr | 68200000 | 551695 | 46.6 | 2.5 | Paris | 48.86 | 2.35 | 2103000 | 12
BE | Belgium | french | fr | 11700000 | 30528 | 50.6 | 4.7 | Brussels | 50.85 | 4.35 | 1249000 | 2
ES | Spain | spanish | es | 48600000 | 505990 | 40.2 | -3.6 | Madrid | 40.42 | -3.7 | 3333000 | 6
MX | Mexico | spanish | es | 129700000 | 1972550 | 22.5 | -101.5 | Mexico City | 19.43 | -99.13 | 9210000 | 3
AR | Argentina | spanish | es | 46200000 | 2780400 | -34.5 | -64 | Buenos Aires | -34.6 | -58.38 | 3121000 | 3
CL | Chile | spanish | es | 19600000 | 756102 | -34 | -71 | Santiago | -33.45 | -70.67 | 5614000 | 1
IT | Italy | italian | it | 58900000 | 302073 | 43 | 12.2 | Rome | 41.9 | 12.5 | 2749000 | 7
DE | Germany | german | de | 83300000 | 357592 | 51 | 10.2 | Berlin | 52.52 | 13.4 | 3662000 | 6
AT | Austria | german | de | 9130000 | 83879 | 47.6 | 14.6 | Vienna | 48.21 | 16.37 | 1982000 | 2
CH | Switzerland | german | de | 8850000 | 41291 | 46.9 | 8.2 | Bern | 46.95 | 7.45 | 134000 | 1
PT | Portugal | portuguese | pt | 10500000 | 92230 | 39.6 | -8.1 | Lisbon | 38.72 | -9.14 | 549000 | 2
BR | Brazil | portuguese | pt | 203000000 | 8510346 | -15 | -50 | Brasília | -15.79 | -47.88 | 2817000 | 3
PL | Poland | polish | pl | 37700000 | 312696 | 52 | 19.3 | Warsaw | 52.23 | 21.01 | 1862000 | 4
DK | Denmark | nordic | da | 5930000 | 42951 | 55.9 | 9.6 | Copenhagen | 55.68 | 12.57 | 660000 | 3
SE | Sweden | nordic |  | 10500000 | 447425 | 59.8 | 15.5 | Stockholm | 59.33 | 18.07 | 984000 | 0
NO | Norway | nordic |  | 5490000 | 323802 | 60.9 | 9 | Oslo | 59.91 | 10.75 | 709000 | 0
JP | Japan | japanese | ja | 124500000 | 377975 | 36.2 | 138.2 | Tokyo | 35.68 | 139.69 | 14094000 | 7
KR | South Korea | korean | ko | 51700000 | 100363 | 36.4 | 127.9 | Seoul | 37.57 | 126.98 | 9411000 | 3
IN | India | indian | hi | 1428000000 | 3287263 | 22.5 | 78.9 | New Delhi | 28.61 | 77.21 | 317000 | 5
TR | Türkiye | turkish | tr | 85300000 | 783562 | 39 | 33.5 | Ankara | 39.93 | 32.86 | 5803000 | 2
CZ | Czechia | czech |  | 10900000 | 78871 | 49.8 | 15.4 | Prague | 50.08 | 14.43 | 1357000 | 0
HU | Hungary | hungarian |  | 9600000 | 93030 | 47.2 | 19.3 | Budapest | 47.5 | 19.04 | 1686000 | 0
NL | Netherlands | dutch |  | 17900000 | 41865 | 52.2 | 5.5 | Amsterdam | 52.37 | 4.9 | 932000 | 0
NG | Nigeria | nigerian | en | 223800000 | 923768 | 8.5 | 7.8 | Abuja | 9.06 | 7.49 | 1236000 | 2
EG | Egypt | arabic |  | 105900000 | 1010408 | 28.5 | 31 | Cairo | 30.04 | 31.24 | 10203000 | 0
`;

/** Countries and capitals are real places (figures rounded); every region and other city is invented. */
export const countries = tableRows(table).map(
  ([
    code = "",
    name = "",
    culture,
    language,
    population,
    area,
    latitude,
    longitude,
    capital = "",
    ...rest
  ]) => {
    const [capitalLatitude = 0, capitalLongitude = 0, capitalPopulation = 0, filmWeight = 0] =
      rest.map(Number);
    return {
      code,
      name,
      culture: culture as Culture,
      language: (language || null) as Language | null,
      population: Number(population),
      areaKm2: Number(area),
      latitude: Number(latitude),
      longitude: Number(longitude),
      capital: {
        name: capital,
        latitude: capitalLatitude,
        longitude: capitalLongitude,
        population: capitalPopulation,
      },
      filmWeight,
    };
  },
);
