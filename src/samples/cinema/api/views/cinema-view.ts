import { isoDate } from "../../calendar.ts";
import type { CinemaSite, Screening } from "../../database/cinema-operations.ts";
import { startOf } from "../catalogue/programme.ts";

const statuses = { 1: "open", 2: "renovation", 3: "closed" } as const;
const versions = { O: "original", D: "dubbed", S: "subtitled" } as const;
const states = { F: "finished", P: "planned", N: "not-held" } as const;

/** `CinemaSummary` of the document. */
export function cinemaSummary(cinema: CinemaSite) {
  return {
    id: cinema.id,
    name: cinema.name,
    city: cinema.city.name,
    country_code: cinema.city.countryCode,
    status: statuses[cinema.status],
  };
}

/** `Cinema` of the document. */
export function cinemaView(cinema: CinemaSite) {
  return {
    ...cinemaSummary(cinema),
    address: cinema.street,
    phone: cinema.phone,
    opened_on: isoDate(cinema.openedDay),
    has_bar: cinema.hasBar,
    seats: cinema.screens.reduce((sum, screen) => sum + screen.seats, 0),
    screens: cinema.screens,
  };
}

/** `Screening` of the document. */
export function screeningView(screening: Screening) {
  return {
    id: screening.id,
    film_id: screening.film.id,
    film_title: screening.film.title,
    cinema_id: screening.site.id,
    cinema_name: screening.site.name,
    screen: screening.screen.number,
    starts_at: startOf(screening),
    slot_minutes: screening.slotMinutes,
    version: versions[screening.version],
    state: states[screening.state],
    base_price: screening.basePrice,
  };
}
