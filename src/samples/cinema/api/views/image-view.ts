import type { FilmImage, Person, Studio } from "../../cinema-world.ts";
import type { Catalogue } from "../catalogue/cinema-catalogue.ts";

/** `Image` of the document. */
export interface ImageView {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly language: string | null;
}

export const filmImage = ({ path, width, height, language }: FilmImage): ImageView => ({
  path,
  width,
  height,
  language,
});

/** Posters and backdrops of films, in the films' order. */
export function filmImages(catalogue: Catalogue, filmIds: readonly number[]) {
  const images = filmIds.flatMap((id) => catalogue.imagesOfFilm.get(id) ?? []);
  const ofKind = (kind: FilmImage["kind"]) => images.filter((image) => image.kind === kind).map(filmImage);
  return { posters: ofKind("poster"), backdrops: ofKind("backdrop") };
}

export function portraits({ profilePath }: Person): readonly ImageView[] {
  return profilePath === null ? [] : [{ path: profilePath, width: 600, height: 900, language: null }];
}

/** Every fifth studio has no logo, so that callers meet empty lists. */
export function logos({ id }: Studio): readonly ImageView[] {
  return id % 5 === 0 ? [] : [{ path: `/studios/${id}-logo.png`, width: 600, height: 300, language: null }];
}
