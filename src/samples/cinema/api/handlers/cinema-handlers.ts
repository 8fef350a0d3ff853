import { dayOfIso } from "../../calendar.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { cinemaProgramme } from "../catalogue/programme.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import { cinemaSummary, cinemaView, screeningView } from "../views/cinema-view.ts";

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
