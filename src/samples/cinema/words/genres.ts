import { tableRows, wordList } from "./names.ts";

/** How films of a genre tend to be: share among main genres, minutes, budget (million EUR of today), mean vote, certificates. */
export interface GenreProfile {
  readonly name: string;
  readonly weight: number;
  readonly runtime: number;
  readonly budget: number;
  readonly vote: number;
  readonly certificates: readonly string[];
  readonly certificateWeights: readonly number[];
  readonly companions: readonly string[];
}

const table = `
Drama | 24 | 114 | 12 | 6.7 | U:2 PG:4 12:5 15:3 | Romance, History, Crime, Family, War
Comedy | 17 | 100 | 14 | 6.2 | U:2 PG:4 12:5 15:3 | Romance, Family, Drama, Crime
Thriller | 9 | 107 | 22 | 6.3 | 12:3 15:6 18:2 | Crime, Mystery, Drama, Action
Action | 8 | 116 | 62 | 6.1 | 12:3 15:6 18:2 | Adventure, Thriller, Science Fiction, Crime
Romance | 6 | 106 | 13 | 6.3 | U:2 PG:4 12:5 15:3 | Drama, Comedy, Music
Horror | 7 | 95 | 9 | 5.7 | 15:4 18:6 | Thriller, Mystery, Fantasy
Crime | 5 | 112 | 19 | 6.6 | 12:3 15:6 18:2 | Drama, Thriller, Mystery
Science Fiction | 5 | 118 | 58 | 6.3 | 12:3 15:6 18:2 | Adventure, Action, Thriller
Adventure | 4 | 119 | 66 | 6.5 | U:2 PG:4 12:5 15:3 | Action, Fantasy, Family
Animation | 4 | 91 | 48 | 6.8 | U:6 PG:4 | Family, Fantasy, Adventure, Comedy
Documentary | 4 | 89 | 1.4 | 7.1 | U:2 PG:4 12:5 15:3 | Music, History, War
Mystery | 2 | 109 | 17 | 6.5 | 12:3 15:6 18:2 | Crime, Thriller, Drama
Fantasy | 2 | 117 | 55 | 6.4 | U:2 PG:4 12:5 15:3 | Adventure, Family, Romance
Family | 2 | 97 | 26 | 6.3 | U:6 PG:4 | Comedy, Adventure, Animation
War | 2 | 128 | 30 | 6.9 | 12:3 15:6 18:2 | Drama, History
History | 2 | 131 | 28 | 6.8 | U:2 PG:4 12:5 15:3 | Drama, War, Romance
Music | 1 | 105 | 15 | 6.7 | U:2 PG:4 12:5 15:3 | Drama, Comedy, Romance
Western | 1 | 113 | 24 | 6.4 | 12:3 15:6 18:2 | Drama, Action, Adventure
`;

export const genreProfiles: readonly GenreProfile[] = tableRows(table).map(
  ([name = "", weight, runtime, budget, vote, certificates = "", companions = ""]) => ({
    name,
    weight: Number(weight),
    runtime: Number(runtime),
    budget: Number(budget),
    vote: Number(vote),
    certificates: certificates.split(" ").map((each) => each.replace(/:.*/u, "")),
    certificateWeights: certificates.split(" ").map((each) => Number(each.replace(/.*:/u, ""))),
    companions: wordList(companions),
  }),
);
