import { foldText } from "../../../../util/fold-text.ts";
import type { Film, Studio } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { orderedFilms } from "../catalogue/film-order.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import { filmSummary } from "../views/film-view.ts";
import { filmImages, logos } from "../views/image-view.ts";
import { placeView } from "../views/place-view.ts";

/** `Studio` of the document. */
export function studioView(catalogue: Catalogue, studio: Studio) {
  return {
    id: studio.id,
    name: studio.name,
    founded: studio.founded,
    headquarters: placeView(catalogue, studio.cityId),
    film_count: catalogue.filmsOfStudio.get(studio.id)?.length ?? 0,
  };
}

/** Studios and series. */
export function studioHandlers(catalogue: Catalogue): Handlers {
  const studioOf = (input: Input) => known(catalogue.studios, input.number("studio_id") ?? 0, "studio");
  const seriesOf = (input: Input) => {
    const series = known(catalogue.series, input.number("series_id") ?? 0, "series");
    const films = series.filmIds.flatMap((id): readonly Film[] => {
      const film = catalogue.films.get(id);
      return film === undefined ? [] : [film];
    });
    return { id: series.id, name: series.name, films: orderedFilms(films, "release_date.asc") };
  };
  return {
    listStudios: (input) => studioList(catalogue, input),
    getStudio: (input) => json(studioView(catalogue, studioOf(input))),
    getStudioFilms: (input) => {
      const films = catalogue.filmsOfStudio.get(studioOf(input).id) ?? [];
      return json(page(input, orderedFilms(films, "release_date.desc"), filmSummary));
    },
    getStudioImages: (input) => {
      const studio = studioOf(input);
      return json({ studio_id: studio.id, logos: logos(studio) });
    },
    getSeries: (input) => {
      const { films, ...series } = seriesOf(input);
      return json({ ...series, films: films.map(filmSummary) });
    },
    getSeriesImages: (input) => {
      const { films, id } = seriesOf(input);
      const filmIds = films.map((film) => film.id);
      return json({ series_id: id, ...filmImages(catalogue, filmIds) });
    },
  };
}

function studioList(catalogue: Catalogue, input: Input) {
  const country = input.text("country");
  const studios = catalogue.world.studios
    .filter(({ cityId }) => country === undefined || catalogue.cities.get(cityId)?.countryCode === country)
    .sort((a, b) => (foldText(a.name) < foldText(b.name) ? -1 : 1));
  const offset = input.number("offset") ?? 0;
  const limit = input.number("limit") ?? 25;
  const link = (relation: string, from: number) => {
    const url = new URL(input.url);
    url.searchParams.set("offset", String(from));
    url.searchParams.set("limit", String(limit));
    return `<${url.href}>; rel="${relation}"`;
  };
  const links = [
    ...(offset + limit < studios.length ? [link("next", offset + limit)] : []),
    ...(offset > 0 ? [link("prev", Math.max(0, offset - limit))] : []),
  ];
  return json(
    studios.slice(offset, offset + limit).map((studio) => studioView(catalogue, studio)),
    {
      "X-Total-Count": String(studios.length),
      ...(links.length > 0 ? { Link: links.join(", ") } : {}),
    },
  );
}
