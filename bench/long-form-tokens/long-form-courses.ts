import type { JsonObject } from "../../src/util/json.ts";

/** A question on the sample, and what a model is made to reply on its way to the report. */
export interface LongFormCourse {
  readonly question: string;
  /** What the planner looks at before it plans. */
  readonly looks: readonly { readonly tool: string; readonly arguments: JsonObject }[];
  readonly steps: readonly { readonly step: string; readonly purpose: string; readonly sql: string }[];
  readonly report: JsonObject;
}

const TICKETS_OF = (column: string, version: string) =>
  `SELECT ${column}, count(t.ticket_id) AS tickets, count(DISTINCT s.screening_id) AS showings, round(1.0 * count(t.ticket_id) / count(DISTINCT s.screening_id), 2) AS per_showing FROM screening s LEFT JOIN ticket t ON t.screening_id = s.screening_id AND t.refunded_at IS NULL JOIN cinema c ON c.cinema_id = s.cinema_id JOIN city ON city.city_id = c.city_id WHERE s.version IN (${version}) GROUP BY ${column.replace(/ AS \w+/gu, "")} ORDER BY 1, 2`;

/** Questions of five kinds: by group and country, over time before a date, of kinds, of people, of ranks. */
export const LONG_FORM_COURSES: readonly LongFormCourse[] = [
  {
    question: "Are dubbed showings better attended than subtitled ones, and is it so in every country?",
    looks: [
      { tool: "get_distinct_values", arguments: { table: "screening", column: "version" } },
      { tool: "describe_tables", arguments: { tables: ["screening", "ticket"] } },
    ],
    steps: [
      {
        step: "Find the tickets per showing of dubbed and of subtitled showings, from screening and ticket.",
        purpose: "Tickets per showing of each version.",
        sql: TICKETS_OF("s.version AS version", "'D', 'S'"),
      },
      {
        step: "Find the same for each country, from city.country_code.",
        purpose: "Tickets per showing of each version and country.",
        sql: TICKETS_OF("city.country_code AS country, s.version AS version", "'D', 'S'"),
      },
    ],
    report: {
      title: "Dubbed and subtitled showings",
      summary:
        "Dubbed showings sold {Q1:1.per_showing} tickets on average, subtitled ones {Q1:2.per_showing}: a change of {change(Q1:2.per_showing, Q1:1.per_showing) to 0.1} per cent [Q1].",
      findings: [
        {
          heading: "By country",
          text: "The comparison rests on {count(Q2)} pairs of country and version. In {Q2:1.country} dubbed showings sold {Q2:1.per_showing} and subtitled ones {Q2:2.per_showing} [Q2].",
        },
        {
          heading: "How many",
          text: "There were {Q1:1.showings} dubbed and {Q1:2.showings} subtitled showings, {share(Q1:1.showings, sum(Q1.showings)) to 1} per cent of them dubbed.",
        },
      ],
      charts: [{ title: "Tickets per showing", form: "bar", query: "Q1", x: "version", y: ["per_showing"] }],
    },
  },
  {
    question: "How early do customers buy in each sales channel, and do early channels have more refunds?",
    looks: [
      { tool: "get_distinct_values", arguments: { table: "ticket", column: "channel" } },
      { tool: "get_date_format", arguments: { table: "ticket", column: "sold_at" } },
    ],
    steps: [
      {
        step: "Find the mean days between sale and start for each channel, from ticket and screening.",
        purpose: "Days between sale and start of each channel.",
        sql: "SELECT t.channel, round(avg(julianday(s.starts_at) - julianday(t.sold_at)), 2) AS days FROM ticket t JOIN screening s ON s.screening_id = t.screening_id GROUP BY t.channel ORDER BY 1",
      },
      {
        step: "Find the tickets and the refunds of each channel, from ticket.",
        purpose: "Tickets and refunds of each channel.",
        sql: "SELECT channel, count(*) AS tickets, count(refunded_at) AS refunds FROM ticket GROUP BY channel ORDER BY 1",
      },
    ],
    report: {
      title: "When tickets are bought",
      summary:
        "Channel {Q1:2.channel} sells {Q1:2.days} days ahead, channel {Q1:1.channel} {Q1:1.days}. Its refunds are {share(Q2:2.refunds, Q2:2.tickets) to 0.01} per cent of its tickets [Q2].",
      findings: [
        {
          heading: "Refunds",
          text: "Over all channels {share(sum(Q2.refunds), sum(Q2.tickets)) to 0.01} per cent of {sum(Q2.tickets)} tickets were given back. Days and refunds are related by {correlation(Q1.days, Q1.channel) to 0.01}.",
        },
      ],
      not_found: ["Why tickets were given back is not kept."],
    },
  },
  {
    question: "Do films made by several countries get higher public votes than films of a single country?",
    looks: [{ tool: "describe_tables", arguments: { tables: ["film"] } }],
    steps: [
      {
        step: "Find how many films name one and how many several countries, with their mean vote, from film.",
        purpose: "Votes of films of one and of several countries.",
        sql: "SELECT CASE WHEN countries LIKE '%,%' OR countries LIKE '%/%' OR countries LIKE '%;%' OR countries LIKE '%|%' THEN 'several' ELSE 'one' END AS made_by, count(*) AS films, round(avg(vote_average), 2) AS vote FROM film GROUP BY 1 ORDER BY 1",
      },
      {
        step: "Find the mean vote of all films, from film.",
        purpose: "Mean vote of all films.",
        sql: "SELECT round(avg(vote_average), 2) AS vote, count(*) AS films FROM film",
      },
    ],
    report: {
      title: "Films of several countries",
      summary:
        "Films of one country have a mean vote of {Q1:1.vote}, against {Q2.vote} for all {Q2.films} films.",
      findings: [{ heading: "How many", text: "{Q1:1.films} films name one country [Q1]." }],
    },
  },
  {
    question: "Do members who take the newsletter buy more tickets and write more reviews?",
    looks: [{ tool: "get_distinct_values", arguments: { table: "member", column: "newsletter" } }],
    steps: [
      {
        step: "Find the members with and without newsletter, from member.",
        purpose: "Members with and without newsletter.",
        sql: "SELECT newsletter, count(*) AS members FROM member GROUP BY 1 ORDER BY 1",
      },
      {
        step: "Find the tickets of each group, from ticket and member.",
        purpose: "Tickets of members with and without newsletter.",
        sql: "SELECT m.newsletter, count(*) AS tickets FROM ticket t JOIN member m ON m.member_id = t.member_id WHERE t.refunded_at IS NULL GROUP BY 1 ORDER BY 1",
      },
      {
        step: "Find the reviews of each group, from review and member.",
        purpose: "Reviews of members with and without newsletter.",
        sql: "SELECT m.newsletter, count(*) AS reviews FROM review r JOIN member m ON m.member_id = r.member_id GROUP BY 1 ORDER BY 1",
      },
    ],
    report: {
      title: "Newsletter and custom",
      summary:
        "Members with newsletter bought {Q2:2.tickets / Q1:2.members to 0.1} tickets each, those without {Q2:1.tickets / Q1:1.members to 0.1}. They wrote {Q3:2.reviews / Q1:2.members to 0.01} and {Q3:1.reviews / Q1:1.members to 0.01} reviews each.",
      findings: [
        {
          heading: "Who takes it",
          text: "{Q1:2.members} of {sum(Q1.members)} members take the newsletter.",
        },
      ],
    },
  },
  {
    question: "Which genres sell most in our cinemas, and are they the ones that the public rates best?",
    looks: [{ tool: "find_join_path", arguments: { tables: ["genre", "ticket"] } }],
    steps: [
      {
        step: "Find the tickets sold for each main genre, from film_genre, screening and ticket.",
        purpose: "Tickets of each main genre.",
        sql: 'SELECT g.name AS genre, count(*) AS tickets FROM ticket t JOIN screening s ON s.screening_id = t.screening_id JOIN film_genre fg ON fg.film_id = s.film_id AND fg."order" = 1 JOIN genre g ON g.genre_id = fg.genre_id WHERE t.refunded_at IS NULL GROUP BY 1 ORDER BY 2 DESC, 1',
      },
      {
        step: "Find the mean public vote of the films of each main genre, from film and film_genre.",
        purpose: "Mean public vote of each main genre.",
        sql: 'SELECT g.name AS genre, count(*) AS films, round(avg(f.vote_average), 2) AS vote FROM film f JOIN film_genre fg ON fg.film_id = f.film_id AND fg."order" = 1 JOIN genre g ON g.genre_id = fg.genre_id GROUP BY 1 ORDER BY 3 DESC, 1',
      },
    ],
    report: {
      title: "Genres that sell",
      summary:
        "{Q1:1.genre} sold most, {Q1:1.tickets} tickets or {share(Q1:1.tickets, sum(Q1.tickets)) to 0.1} per cent. The public rates {Q2:1.genre} best, at {Q2:1.vote}.",
      findings: [
        {
          heading: "Next",
          text: "{Q1:2.genre} follows with {Q1:2.tickets} and {Q1:3.genre} with {Q1:3.tickets}.",
        },
      ],
      charts: [{ title: "Tickets by genre", form: "bar", query: "Q1", x: "genre", y: ["tickets"] }],
    },
  },
];
