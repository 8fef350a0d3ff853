const FROM_MOVIE: Readonly<Record<string, string>> = {
  actor: "starred_actors",
  director: "directed_by",
  writer: "written_by",
  genre: "has_genre",
  language: "in_language",
  tag: "has_tags",
  tags: "has_tags",
  year: "release_year",
  imdbrating: "has_imdb_rating",
  imdbvotes: "has_imdb_votes",
};

/** The relations of a question type, `^` for the way back: `movie_to_director_to_movie` is `directed_by`, `^directed_by`. None for another text. */
export function metaqaRelations(type: string | undefined): readonly string[] {
  const stops = type?.trim().split("_to_") ?? [];
  const relations = stops.slice(1).map((stop, at) => {
    const before = stops[at] ?? "";
    if (before === "movie") return FROM_MOVIE[stop];
    const back = stop === "movie" ? FROM_MOVIE[before] : undefined;
    return back === undefined ? undefined : `^${back}`;
  });
  return relations.every((relation) => relation !== undefined) ? relations : [];
}
