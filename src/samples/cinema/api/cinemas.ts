import { dayOfIso } from "../calendar.ts";
import { type Catalogue, cinemaProgramme } from "./catalogue.ts";
import {
  date,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  pageOf,
  ref,
  type Schema,
  text,
} from "./document.ts";
import { type Handlers, type Input, json, known, page } from "./http.ts";
import { cinemaSummary, cinemaView, screeningView } from "./views.ts";

export const cinemaStatuses = ["open", "renovation", "closed"] as const;

const briefly = {
  id: integer("Id of the cinema."),
  name: text("Name of the cinema."),
  city: text("City of the cinema."),
  country_code: text("Code of its country."),
  status: text("Whether it is open, closed for renovation or closed for good.", { enum: cinemaStatuses }),
} satisfies Record<string, Schema>;

export const cinemaSchemas: Readonly<Record<string, Schema>> = {
  CinemaSummary: object("A cinema of the chain as it stands in lists.", briefly),
  CinemaPage: pageOf("CinemaSummary", "One page of cinemas."),
  Cinema: object("A cinema of the chain.", {
    ...briefly,
    address: text("Street and number."),
    phone: nullable(text("Telephone number; null if it has none.")),
    opened_on: date("Day on which it was opened."),
    has_bar: flag("Whether there is a bar."),
    seats: integer("Seats on all screens together."),
    screens: list("Its screens, by number.", ref("Screen")),
  }),
  Screen: object("A screen of a cinema.", {
    number: integer("Number of the screen within the cinema, from 1."),
    seats: integer("Number of seats."),
    format: text("Projection, such as `2D` or `70mm`."),
    sound: nullable(text("Sound system; null if unknown.")),
    accessible: flag("Whether it can be reached by wheelchair."),
  }),
  Screening: object("A screening in a cinema of the chain.", {
    id: integer("Id of the screening."),
    film_id: integer("Id of the film."),
    film_title: text("Title of the film."),
    cinema_id: integer("Id of the cinema."),
    cinema_name: text("Name of the cinema."),
    screen: integer("Number of the screen."),
    starts_at: text("Local day and time of the beginning, such as `2025-03-01T20:30`."),
    slot_minutes: integer("Minutes for which the screen is taken, with advertisements."),
    version: text("Language version.", { enum: ["original", "dubbed", "subtitled"] }),
    state: text("Whether it took place, is planned, or was not held.", {
      enum: ["finished", "planned", "not-held"],
    }),
    base_price: number("Full price of a ticket in euros, before surcharges."),
  }),
  ScreeningPage: pageOf("Screening", "One page of screenings."),
  CinemaDay: object("What a cinema shows on a day.", {
    cinema_id: integer("Id of the cinema."),
    cinema_name: text("Name of the cinema."),
    date: date("The day."),
    screenings: list("The screenings of the day, by time; may be empty.", ref("Screening")),
  }),
};

export function cinemaHandlers(catalogue: Catalogue): Handlers {
  const cinemaOf = (input: Input) =>
    known(cinemaProgramme(catalogue).cinemas, input.number("cinema_id") ?? 0, "cinema");
  return {
    listCinemas: (input) => {
      const country = input.text("country");
      const status = input.text("status");
      const cinemas = [...cinemaProgramme(catalogue).cinemas.values()]
        .filter((cinema) => country === undefined || cinema.city.countryCode === country)
        .filter((cinema) => status === undefined || cinemaSummary(cinema).status === status)
        .sort((a, b) => (a.name < b.name ? -1 : 1));
      return json(page(input, cinemas, cinemaSummary));
    },
    getCinema: (input) => json(cinemaView(cinemaOf(input))),
    getCinemaScreenings: (input) => {
      const { id, name } = cinemaOf(input);
      const date = input.text("date") ?? "";
      const screenings = (cinemaProgramme(catalogue).ofCinema.get(id) ?? []).filter(
        ({ day }) => day === dayOfIso(date),
      );
      return json({ cinema_id: id, cinema_name: name, date, screenings: screenings.map(screeningView) });
    },
  };
}
