import type { Action } from "../../environment/action.ts";

/** A question on the bundled sample that is in none of its lists of questions, with how it is answered. */
export interface Demonstration {
  readonly question: string;
  /** Taken before the answer is built, each with why. */
  readonly looks: readonly { readonly thought: string; readonly action: Omit<Action, "environment"> }[];
  /** Of the database. */
  readonly sql?: string;
  /** Of the knowledge base (KBQA-Agent format). */
  readonly program?: string;
}

const valuesOf = (table: string, column: string): Omit<Action, "environment"> => ({
  tool: "get_distinct_values",
  arguments: { table, column },
});

export const DATABASE_DEMONSTRATIONS: readonly Demonstration[] = [
  {
    question: "Which cinemas in Germany have a bar?",
    looks: [
      {
        thought: "I do not know how a bar is written down, so I look at the values.",
        action: valuesOf("cinema", "has_bar"),
      },
      { thought: "Countries are codes. I look at them, too.", action: valuesOf("city", "country_code") },
    ],
    sql: "SELECT c.name FROM cinema AS c JOIN city AS t ON t.city_id = c.city_id WHERE t.country_code = 'DE' AND c.has_bar = 'Y'",
  },
  {
    question:
      "Which original languages do the most films have? The first three, with their numbers of films.",
    looks: [],
    sql: "SELECT original_language, count(*) FROM film GROUP BY original_language ORDER BY count(*) DESC LIMIT 3",
  },
  {
    question: "What are the titles of the comedies that are shorter than 80 minutes?",
    looks: [{ thought: "First I see how the genres are called.", action: valuesOf("genre", "name") }],
    sql: "SELECT f.title FROM film AS f JOIN film_genre AS fg ON fg.film_id = f.film_id JOIN genre AS g ON g.genre_id = fg.genre_id WHERE g.name = 'Comedy' AND f.runtime_min < 80",
  },
  {
    question: "Which formats can be shown on more than five screens?",
    looks: [],
    sql: "SELECT format FROM screen GROUP BY format HAVING count(*) > 5",
  },
];

export const KNOWLEDGE_BASE_DEMONSTRATIONS: readonly Demonstration[] = [
  {
    question: "Who wrote the music for The Midnight Watchmaker?",
    looks: [],
    program: '(JOIN (R composer) (NAMED "The Midnight Watchmaker"))',
  },
  {
    question: "Which comedies take place in Lisbon?",
    looks: [],
    program: '(AND (JOIN genre (NAMED "Comedy")) (JOIN setIn (NAMED "Lisbon")))',
  },
  {
    question: "How many films were shot in Polish?",
    looks: [],
    program: '(COUNT (JOIN originalLanguage (NAMED "Polish")))',
  },
  {
    question: "Which of the westerns is the longest?",
    looks: [],
    program: '(ARGMAX (JOIN genre (NAMED "Western")) runtime)',
  },
];

/** Why a tool is used in building an answer. */
export const TOOL_THOUGHTS: Readonly<Record<string, string>> = {
  from: "These are the tables that the question is about.",
  where: "Only the rows that the question means may count.",
  group_by: "One row for each of them is wanted.",
  having: "Only some of the groups are asked for.",
  select: "This is what is asked for.",
  order_by: "The order decides which come first.",
  limit: "No more of them are asked for.",
  get_relations: "I need to know what can be followed from here.",
  get_neighbors: "This relation leads to what the question speaks of.",
  get_attributes: "I need to know what can be compared.",
  intersection: "What is wanted is in both.",
  count: "Their number is asked for.",
  argmax: "The one with the most of it is asked for.",
};
