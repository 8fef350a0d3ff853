import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableRows } from "../words/names.ts";

/**
 * The tables, each with a constraint of its own if it has one, and their columns: name, name in words (empty: the same), what it says, its type, what
 * its values mean. In brackets: the key, a unique column, or the table that a column refers to. Where no value is NULL, the schema says so.
 */
const columns = `
city:
city_id [key] | city id | identifies the city | integer
name |  | name of the city; two cities may share one | text
region |  | region of the country in which the city lies | text
country_code | country code | country of the city | text | ISO 3166-1 alpha-2: FR France, GB United Kingdom, IE Ireland, ...
is_capital | is capital | whether it is the capital of its country | text | Y: yes; N: no
population |  | inhabitants | integer
area_km2 | area | area of the city in square kilometres | text | a number with a space between thousands, e.g. 1 204
latitude |  | degrees north; negative is south | real
longitude |  | degrees east; negative is west | real
film:
film_id [key] | film id | identifies the film | integer
title |  | international (English) title | text | a remake has the title of the film it remakes
original_title | original title | title in the original language, in Latin letters | text
original_language | original language | language in which it was shot | text | ISO 639-1: en English, fr French, ja Japanese, pl Polish, da Danish, ...
countries |  | producing countries, main one first | text | ISO country codes joined by |, e.g. FR|BE
release_date | release date | first public release | date | YYYY-MM-DD; NULL: not released yet
runtime_min | runtime | length in minutes | integer | NULL: unknown, or not finished yet
rating | age rating | age certificate, not a mark for quality | text | U: for all; PG: parental guidance; 12, 15, 18: from that age; NULL: not classified
status | production status | how far the film has come | integer | 1: released; 2: in post-production
budget |  | cost of production in euros | integer | NULL: never published
Box Office (EUR) | box office | worldwide takings in euros | text | a whole number with a space between thousands, e.g. 1 204 500; NULL: unknown
studio |  | producing studio as typed in; some have a trailing blank or another case | text
series |  | film series to which it belongs | text | NULL: no series
remake_of [film] | remake of | film_id of the film that this one remakes | integer | NULL: not a remake
tagline |  | line on the poster | text | empty: the film has none; NULL: not announced yet
popularity |  | how much it is looked up now; higher is more popular | real
vote_average | vote average | mean vote of the public, 1 to 10 | real | 0: nobody has voted
vote_count | vote count | votes of the public | integer
genre:
genre_id [key] | genre id | identifies the genre | integer
name [unique] |  | name of the genre | text
film_genre: PRIMARY KEY (film_id, genre_id)
film_id [film] | film id | the film | integer
genre_id [genre] | genre id | one of its genres | integer
order |  | rank of the genre for the film | integer | 1: the main genre
person:
person_id [key] | person id | identifies the person | integer
name |  | full name, given name first; a few people share one | text
gender |  | gender | integer | 0: not stated; 1: female; 2: male; 3: non-binary
birthday |  | date of birth | date | YYYY-MM-DD; NULL: unknown
deathday |  | date of death | date | YYYY-MM-DD; NULL: alive
birth_city_id [city] | birth city | city of birth | integer | NULL: unknown
known_for | known for | department in which the person mainly works | text | Acting, Directing, Writing, Sound, Editing, Camera
credit:
credit_id [key] | credit id | identifies the credit | integer
film_id [film] | film id | the film | integer
person_id [person] | person id | who is credited | integer
role |  | what for | text | A: acted; D: directed; W: wrote; M: composed the music; E: edited; C: cinematography. W, M, E and C are kept for films since 2010 only
character |  | character played | text | NULL: not an acting credit
order | billing order | place in the cast list | integer | 1: billed first; NULL: not an acting credit
cinema:
cinema_id [key] | cinema id | identifies the cinema | integer
name [unique] |  | name of the cinema | text
city_id [city] | city id | city in which it stands | integer
Street Address | street address | street and number as written in the country | text
phone |  | telephone number | text | NULL: none
opened_on | opened on | day on which the house opened | date | DD/MM/YYYY
status | operating status | whether it is open at the end of 2025 | integer | 1: open; 2: closed for renovation; 3: closed for good
has_bar | has bar | whether there is a bar | text | Y: yes; N: no
screen: PRIMARY KEY (cinema_id, "Screen No")
cinema_id [cinema] | cinema id | the cinema | integer
Screen No | screen number | number of the screen within its cinema | integer
seats |  | number of seats | integer
format |  | best projection format | text | 2D, 3D or 70mm
sound |  | sound system | text | NULL: not recorded
accessible |  | whether a wheelchair can get in | text | Y: yes; N: no
membership_plan:
plan_id [key] | plan id | identifies the plan | integer
name [unique] |  | name of the plan | text
yearly_fee | yearly fee | euros per year | text | with a decimal comma, e.g. 12,50
discount_percent | discount | per cent off the base price of a ticket | integer
guest_tickets | guest tickets | free tickets for guests per year | integer | NULL: the plan has none
member:
member_id [key] | member id | identifies the member; given in the order of joining | integer
first_name | first name | given name | text
last_name | last name | family name | text
email |  | e-mail address | text | NULL: none given
phone |  | telephone number | text | empty: does not want to be called; NULL: never asked
birth_date | birth date | date of birth | date | DD/MM/YYYY; NULL: not given
city_id [city] | city id | city of residence | integer
home_cinema_id [cinema] | home cinema | cinema that the member chose as theirs | integer
joined_on | joined on | day of joining | date | YYYY-MM-DD
occupation |  | occupation as the member wrote it; spellings vary in case and trailing blanks | text | empty: left blank; NULL: never asked
newsletter |  | whether the newsletter is wanted | text | Y: yes; N: no
referred_by [member] | referred by | member_id of the member who brought them in | integer | NULL: came alone
membership: PRIMARY KEY (member_id, start_date)
member_id [member] | member id | the member | integer
start_date | start date | first day of the membership | date | YYYY-MM-DD
end_date | end date | last day of the membership | date | YYYY-MM-DD; NULL: runs until it is cancelled
plan_id [membership_plan] | plan id | plan that was bought | integer
status | membership status | state at the end of 2025 | integer | 1: active; 2: expired; 3: cancelled
fee_paid | fee paid | euros paid for the year | text | with a decimal comma, e.g. 24,00; 0,00: a gift
staff:
staff_id [key] | staff id | identifies the employee | integer
first_name | first name | given name | text
last_name | last name | family name | text
cinema_id [cinema] | cinema id | place of work | integer | NULL: head office
Job Title | job title | what the employee does | text
manager_id [staff] | manager | staff_id of the employee's manager | integer | NULL: has none (the managing director)
hired_on | hired on | first day of work | date | DD/MM/YYYY
left_on | left on | last day of work | date | DD/MM/YYYY; NULL: still employed
contract |  | kind of contract | text | F: full time; P: part time; T: temporary
weekly_hours | weekly hours | hours and minutes of work per week | text | HH:MM, e.g. 38:30
hourly_wage | hourly wage | euros per hour | text | with a decimal comma, e.g. 14,50
screening: FOREIGN KEY (cinema_id, "Screen No") REFERENCES screen (cinema_id, "Screen No")
screening_id [key] | screening id | identifies the screening | integer
film_id [film] | film id | film shown | integer
cinema_id | cinema id | cinema | integer
Screen No | screen number | screen within the cinema | integer
starts_at | starts at | local start | datetime | YYYY-MM-DD HH:MM
slot_length | slot length | time for which the screen is taken: film, advertisements and cleaning | text | HH:MM, e.g. 02:15
version | language version | in which language it is shown | text | O: original without subtitles; D: dubbed; S: original with subtitles
state |  | what became of the screening | text | F: finished; P: planned (after 2025-12-31); N: not held (all tickets paid back)
base_price | base price | full price of a ticket in euros | real
ticket:
ticket_id [key] | ticket id | identifies the ticket; given in the order of sale | integer
screening_id [screening] | screening id | the screening | integer
member_id [member] | member id | member who bought it | integer | NULL: bought without a membership card, or for somebody in a member's party
booking_ref | booking reference | the same for tickets bought together | text
seat |  | row letter and seat number | text | e.g. D12
price_class | price class | which price was paid | text | F: full; R: reduced (students, seniors); C: child; M: member; P: press, free of charge
price |  | price paid in euros, after discounts | real
channel | sales channel | where it was bought | integer | 1: box office; 2: web site; 3: app; 4: kiosk in the foyer
sold_at | sold at | moment of sale | datetime | YYYY-MM-DD HH:MM:SS
refunded_at | refunded at | moment at which the money was paid back | datetime | YYYY-MM-DD HH:MM:SS; NULL: not refunded
concession_sale:
sale_id [key] | sale id | identifies the sale | integer
cinema_id [cinema] | cinema id | cinema | integer
staff_id [staff] | staff id | who sold it | integer | NULL: sold by the kiosk
Sold At | sold at | moment of sale | datetime | DD/MM/YYYY HH:MM
item |  | what was sold | text
group | product group | group of the item | text | Popcorn, Drinks, Hot drinks, Hot food, Sweets, Ice cream
quantity |  | how many | integer
Amount (EUR) | amount | euros for the whole quantity | text | with a decimal comma, e.g. 12,50
payment | payment method | how it was paid | integer | 1: cash; 2: card; 3: voucher
review: UNIQUE (film_id, member_id)
review_id [key] | review id | identifies the review | integer
film_id [film] | film id | film reviewed | integer
member_id [member] | member id | member who wrote it | integer
rating |  | the member's mark for the film | integer | 1 (worst) to 10 (best)
body |  | text of the review | text | empty: only a mark was given; NULL: removed by a moderator
written_on | written on | day of writing | date | DD/MM/YYYY
recommends |  | whether the member would recommend the film | text | Y: yes; N: no; NULL: not answered
screening_sales:
screening_id | screening id | the screening | integer
film |  | title of the film | text
cinema |  | name of the cinema | text
Screen No | screen number | screen within the cinema | integer
starts_at | starts at | local start | datetime | YYYY-MM-DD HH:MM
tickets_sold | tickets sold | tickets sold and not refunded | integer
revenue |  | euros taken for them | real
`;

interface Column {
  readonly name: string;
  /** `key`, `unique`, or the name of a table. */
  readonly mark: string;
  /** Name in words, what it says, type, what its values mean. */
  readonly about: readonly string[];
}

interface Table {
  readonly name: string;
  readonly constraint: string;
  readonly columns: readonly Column[];
}

export const tables: readonly Table[] = columns
  .trim()
  .split(/\n(?=\w+:)/u)
  .map((text) => {
    const [head = "", ...rows] = text.split("\n");
    const [name = "", constraint = ""] = head.split(/: ?/u);
    return {
      name,
      constraint,
      columns: tableRows(rows.join("\n")).map(([column = "", ...about]) => {
        const [, name = "", mark = ""] = /^(.*?)(?: \[(\w+)\])?$/u.exec(column) ?? [];
        return { name, mark, about };
      }),
    };
  });

const types: Readonly<Record<string, string>> = { integer: "INTEGER", real: "REAL" };

function columnSql({ name, mark, about: [, , type = "", values = ""] }: Column): string {
  const quoted = /^(?!order$|group$)\w+$/u.test(name) ? name : `"${name}"`;
  const target = tables.find((table) => table.name === mark);
  return [
    `  ${quoted} ${types[type] ?? "TEXT"}`,
    mark === "key" ? " PRIMARY KEY" : values.includes("NULL") ? "" : " NOT NULL",
    mark === "unique" ? " UNIQUE" : "",
    target === undefined ? "" : ` REFERENCES ${mark} (${target.columns[0]?.name})`,
    values.startsWith("Y: yes; N: no") ? ` CHECK (${quoted} IN ('Y', 'N'))` : "",
  ].join("");
}

/** They come first in the schema, whose text is part of what names the sample. */
const early = ["city", "cinema", "screen"];

/** The sample's schema; column descriptions explain what stands in it. */
export const cinemaSchema = [
  ...tables.filter(({ name }) => early.includes(name)),
  ...tables.filter(({ name }) => !early.includes(name) && name !== "screening_sales"),
]
  .map(({ name, constraint, columns: own }) => {
    const lines = [...own.map(columnSql), ...(constraint === "" ? [] : [`  ${constraint}`])];
    return `\nCREATE TABLE ${name} (\n${lines.join(",\n")}\n);\n`;
  })
  .join("");

/** Made after the rows, which is faster than keeping them up to date row by row. */
export const cinemaIndexes = `
CREATE INDEX credit_film ON credit (film_id);
CREATE INDEX credit_person ON credit (person_id);
CREATE INDEX screening_film ON screening (film_id);
CREATE INDEX screening_screen ON screening (cinema_id, "Screen No");
CREATE UNIQUE INDEX ticket_seat ON ticket (screening_id, seat);
CREATE INDEX ticket_member ON ticket (member_id);

CREATE VIEW screening_sales AS
SELECT s.screening_id, f.title AS film, c.name AS cinema, s."Screen No", s.starts_at,
       count(t.ticket_id) AS tickets_sold, round(coalesce(sum(t.price), 0), 2) AS revenue
FROM screening AS s
JOIN film AS f ON f.film_id = s.film_id
JOIN cinema AS c ON c.cinema_id = s.cinema_id
LEFT JOIN ticket AS t ON t.screening_id = s.screening_id AND t.refunded_at IS NULL
GROUP BY s.screening_id;
`;

const header = "original_column_name,column_name,column_description,data_format,value_description";

/** One CSV text per table, in the `database_description` format of the BIRD benchmark. */
export function cinemaDescriptions(): Record<string, string> {
  const texts = tables.map(({ name, columns: own }) => {
    const rows = own.map(({ name: column, about: [words = "", says = "", type = "", values = ""] }) =>
      [column, words, says, type, values].map(csvCell).join(","),
    );
    return [name, `${[header, ...rows].join("\n")}\n`];
  });
  return Object.fromEntries(texts);
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes one `<table>.csv` per table into the folder, which is made if need be. */
export function writeCinemaDescriptions(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const [table, text] of Object.entries(cinemaDescriptions()))
    writeFileSync(join(folder, `${table}.csv`), text);
}
