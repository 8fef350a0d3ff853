import { clock, isoDate } from "../../calendar.ts";
import type { CinemaSite, Screening } from "../../database/cinema-operations.ts";
import { createCinemas } from "../../database/create-cinemas.ts";
import { createScreenings } from "../../database/create-screenings.ts";
import type { Catalogue } from "./cinema-catalogue.ts";

/** What the chain's cinemas show, by film and by cinema, each by time. */
export interface Programme {
  readonly cinemas: ReadonlyMap<number, CinemaSite>;
  readonly ofFilm: ReadonlyMap<number, readonly Screening[]>;
  readonly ofCinema: ReadonlyMap<number, readonly Screening[]>;
}

let shared: Programme | undefined;

/** Made when it is first asked for, since most calls are about films. */
export function cinemaProgramme(catalogue: Catalogue): Programme {
  shared ??= createProgramme(catalogue);
  return shared;
}

function createProgramme({ world }: Catalogue): Programme {
  const cinemas = createCinemas(world);
  const screenings = createScreenings(world, cinemas).toSorted(
    (a, b) => a.day - b.day || a.start - b.start || a.id - b.id,
  );
  return {
    cinemas: new Map(cinemas.map((cinema) => [cinema.id, cinema])),
    ofFilm: Map.groupBy(screenings, (screening) => screening.film.id),
    ofCinema: Map.groupBy(screenings, (screening) => screening.site.id),
  };
}

/** `2025-03-01T20:30`, local time. */
export function startOf(screening: Screening): string {
  return `${isoDate(screening.day)}T${clock(screening.start)}`;
}
