/** The sample's schema; column descriptions explain what stands in it. */
export const cinemaSchema = `
CREATE TABLE city (
  city_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  region TEXT NOT NULL,
  country_code TEXT NOT NULL,
  is_capital TEXT NOT NULL CHECK (is_capital IN ('Y', 'N')),
  population INTEGER NOT NULL,
  area_km2 TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL
);

CREATE TABLE cinema (
  cinema_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  city_id INTEGER NOT NULL REFERENCES city (city_id),
  "Street Address" TEXT NOT NULL,
  phone TEXT,
  opened_on TEXT NOT NULL,
  status INTEGER NOT NULL,
  has_bar TEXT NOT NULL CHECK (has_bar IN ('Y', 'N'))
);

CREATE TABLE screen (
  cinema_id INTEGER NOT NULL REFERENCES cinema (cinema_id),
  "Screen No" INTEGER NOT NULL,
  seats INTEGER NOT NULL,
  format TEXT NOT NULL,
  sound TEXT,
  accessible TEXT NOT NULL CHECK (accessible IN ('Y', 'N')),
  PRIMARY KEY (cinema_id, "Screen No")
);

CREATE TABLE film (
  film_id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  original_title TEXT NOT NULL,
  original_language TEXT NOT NULL,
  countries TEXT NOT NULL,
  release_date TEXT,
  runtime_min INTEGER,
  rating TEXT,
  status INTEGER NOT NULL,
  budget INTEGER,
  "Box Office (EUR)" TEXT,
  studio TEXT NOT NULL,
  series TEXT,
  remake_of INTEGER REFERENCES film (film_id),
  tagline TEXT,
  popularity REAL NOT NULL,
  vote_average REAL NOT NULL,
  vote_count INTEGER NOT NULL
);

CREATE TABLE genre (
  genre_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE film_genre (
  film_id INTEGER NOT NULL REFERENCES film (film_id),
  genre_id INTEGER NOT NULL REFERENCES genre (genre_id),
  "order" INTEGER NOT NULL,
  PRIMARY KEY (film_id, genre_id)
);

CREATE TABLE person (
  person_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  gender INTEGER NOT NULL,
  birthday TEXT,
  deathday TEXT,
  birth_city_id INTEGER REFERENCES city (city_id),
  known_for TEXT NOT NULL
);

CREATE TABLE credit (
  credit_id INTEGER PRIMARY KEY,
  film_id INTEGER NOT NULL REFERENCES film (film_id),
  person_id INTEGER NOT NULL REFERENCES person (person_id),
  role TEXT NOT NULL,
  character TEXT,
  "order" INTEGER
);

CREATE TABLE membership_plan (
  plan_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  yearly_fee TEXT NOT NULL,
  discount_percent INTEGER NOT NULL,
  guest_tickets INTEGER
);

CREATE TABLE member (
  member_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  birth_date TEXT,
  city_id INTEGER NOT NULL REFERENCES city (city_id),
  home_cinema_id INTEGER NOT NULL REFERENCES cinema (cinema_id),
  joined_on TEXT NOT NULL,
  occupation TEXT,
  newsletter TEXT NOT NULL CHECK (newsletter IN ('Y', 'N')),
  referred_by INTEGER REFERENCES member (member_id)
);

CREATE TABLE membership (
  member_id INTEGER NOT NULL REFERENCES member (member_id),
  start_date TEXT NOT NULL,
  end_date TEXT,
  plan_id INTEGER NOT NULL REFERENCES membership_plan (plan_id),
  status INTEGER NOT NULL,
  fee_paid TEXT NOT NULL,
  PRIMARY KEY (member_id, start_date)
);

CREATE TABLE staff (
  staff_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  cinema_id INTEGER REFERENCES cinema (cinema_id),
  "Job Title" TEXT NOT NULL,
  manager_id INTEGER REFERENCES staff (staff_id),
  hired_on TEXT NOT NULL,
  left_on TEXT,
  contract TEXT NOT NULL,
  weekly_hours TEXT NOT NULL,
  hourly_wage TEXT NOT NULL
);

CREATE TABLE screening (
  screening_id INTEGER PRIMARY KEY,
  film_id INTEGER NOT NULL REFERENCES film (film_id),
  cinema_id INTEGER NOT NULL,
  "Screen No" INTEGER NOT NULL,
  starts_at TEXT NOT NULL,
  slot_length TEXT NOT NULL,
  version TEXT NOT NULL,
  state TEXT NOT NULL,
  base_price REAL NOT NULL,
  FOREIGN KEY (cinema_id, "Screen No") REFERENCES screen (cinema_id, "Screen No")
);

CREATE TABLE ticket (
  ticket_id INTEGER PRIMARY KEY,
  screening_id INTEGER NOT NULL REFERENCES screening (screening_id),
  member_id INTEGER REFERENCES member (member_id),
  booking_ref TEXT NOT NULL,
  seat TEXT NOT NULL,
  price_class TEXT NOT NULL,
  price REAL NOT NULL,
  channel INTEGER NOT NULL,
  sold_at TEXT NOT NULL,
  refunded_at TEXT
);

CREATE TABLE concession_sale (
  sale_id INTEGER PRIMARY KEY,
  cinema_id INTEGER NOT NULL REFERENCES cinema (cinema_id),
  staff_id INTEGER REFERENCES staff (staff_id),
  "Sold At" TEXT NOT NULL,
  item TEXT NOT NULL,
  "group" TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  "Amount (EUR)" TEXT NOT NULL,
  payment INTEGER NOT NULL
);

CREATE TABLE review (
  review_id INTEGER PRIMARY KEY,
  film_id INTEGER NOT NULL REFERENCES film (film_id),
  member_id INTEGER NOT NULL REFERENCES member (member_id),
  rating INTEGER NOT NULL,
  body TEXT,
  written_on TEXT NOT NULL,
  recommends TEXT CHECK (recommends IN ('Y', 'N')),
  UNIQUE (film_id, member_id)
);
`;

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
