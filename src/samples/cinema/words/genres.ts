/** How films of a genre tend to be: share among main genres, minutes, budget (million EUR of today), mean vote, certificates. */
export interface GenreProfile {
  readonly name: string;
  readonly weight: number;
  readonly runtime: number;
  readonly budget: number;
  readonly vote: number;
  readonly certificates: readonly (readonly [code: string, weight: number])[];
  readonly companions: readonly string[];
}

const mild = [
  ["U", 2],
  ["PG", 4],
  ["12", 5],
  ["15", 3],
] as const;
const family = [
  ["U", 6],
  ["PG", 4],
] as const;
const tense = [
  ["12", 3],
  ["15", 6],
  ["18", 2],
] as const;
const harsh = [
  ["15", 4],
  ["18", 6],
] as const;

export const genreProfiles: readonly GenreProfile[] = [
  {
    name: "Drama",
    weight: 24,
    runtime: 114,
    budget: 12,
    vote: 6.7,
    certificates: mild,
    companions: ["Romance", "History", "Crime", "Family", "War"],
  },
  {
    name: "Comedy",
    weight: 17,
    runtime: 100,
    budget: 14,
    vote: 6.2,
    certificates: mild,
    companions: ["Romance", "Family", "Drama", "Crime"],
  },
  {
    name: "Thriller",
    weight: 9,
    runtime: 107,
    budget: 22,
    vote: 6.3,
    certificates: tense,
    companions: ["Crime", "Mystery", "Drama", "Action"],
  },
  {
    name: "Action",
    weight: 8,
    runtime: 116,
    budget: 62,
    vote: 6.1,
    certificates: tense,
    companions: ["Adventure", "Thriller", "Science Fiction", "Crime"],
  },
  {
    name: "Romance",
    weight: 6,
    runtime: 106,
    budget: 13,
    vote: 6.3,
    certificates: mild,
    companions: ["Drama", "Comedy", "Music"],
  },
  {
    name: "Horror",
    weight: 7,
    runtime: 95,
    budget: 9,
    vote: 5.7,
    certificates: harsh,
    companions: ["Thriller", "Mystery", "Fantasy"],
  },
  {
    name: "Crime",
    weight: 5,
    runtime: 112,
    budget: 19,
    vote: 6.6,
    certificates: tense,
    companions: ["Drama", "Thriller", "Mystery"],
  },
  {
    name: "Science Fiction",
    weight: 5,
    runtime: 118,
    budget: 58,
    vote: 6.3,
    certificates: tense,
    companions: ["Adventure", "Action", "Thriller"],
  },
  {
    name: "Adventure",
    weight: 4,
    runtime: 119,
    budget: 66,
    vote: 6.5,
    certificates: mild,
    companions: ["Action", "Fantasy", "Family"],
  },
  {
    name: "Animation",
    weight: 4,
    runtime: 91,
    budget: 48,
    vote: 6.8,
    certificates: family,
    companions: ["Family", "Fantasy", "Adventure", "Comedy"],
  },
  {
    name: "Documentary",
    weight: 4,
    runtime: 89,
    budget: 1.4,
    vote: 7.1,
    certificates: mild,
    companions: ["Music", "History", "War"],
  },
  {
    name: "Mystery",
    weight: 2,
    runtime: 109,
    budget: 17,
    vote: 6.5,
    certificates: tense,
    companions: ["Crime", "Thriller", "Drama"],
  },
  {
    name: "Fantasy",
    weight: 2,
    runtime: 117,
    budget: 55,
    vote: 6.4,
    certificates: mild,
    companions: ["Adventure", "Family", "Romance"],
  },
  {
    name: "Family",
    weight: 2,
    runtime: 97,
    budget: 26,
    vote: 6.3,
    certificates: family,
    companions: ["Comedy", "Adventure", "Animation"],
  },
  {
    name: "War",
    weight: 2,
    runtime: 128,
    budget: 30,
    vote: 6.9,
    certificates: tense,
    companions: ["Drama", "History"],
  },
  {
    name: "History",
    weight: 2,
    runtime: 131,
    budget: 28,
    vote: 6.8,
    certificates: mild,
    companions: ["Drama", "War", "Romance"],
  },
  {
    name: "Music",
    weight: 1,
    runtime: 105,
    budget: 15,
    vote: 6.7,
    certificates: mild,
    companions: ["Drama", "Comedy", "Romance"],
  },
  {
    name: "Western",
    weight: 1,
    runtime: 113,
    budget: 24,
    vote: 6.4,
    certificates: tense,
    companions: ["Drama", "Action", "Adventure"],
  },
];
