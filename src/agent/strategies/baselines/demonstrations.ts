/** How hard a question is to translate (DIN-SQL, Section 3.2). */
export type SqlClass = "easy" | "non-nested" | "nested";

/** A question with what each role of `din-sql` makes of it. */
export type Demonstration = {
  readonly question: string;
  /** What of the tables its words mean. */
  readonly meaning: string;
  /** Columns, keys and values. */
  readonly links: readonly string[];
  readonly class: SqlClass;
  /** Why it has that class. */
  readonly reason: string;
  /** Of a nested question: the questions that its parts answer. */
  readonly parts: readonly { readonly question: string; readonly sql: string }[];
  /** The query without its joins and set operations, for questions that are not easy. */
  readonly sketch: string;
  readonly sql: string;
};

/** The made-up database of the demonstrations, which no benchmark has. */
export const DEMONSTRATED_TABLES = `CREATE TABLE author (id integer PRIMARY KEY, name text, country text);
CREATE TABLE book (id integer PRIMARY KEY, title text, year integer, author_id integer REFERENCES author (id));
CREATE TABLE member (id integer PRIMARY KEY, name text, town text);
CREATE TABLE loan (id integer PRIMARY KEY, book_id integer REFERENCES book (id), member_id integer REFERENCES member (id), lent_on text);`;

/** Two of each class: the six demonstrations of Middleware, Appendix D.1. All of them are our own. */
export const DEMONSTRATIONS: readonly Demonstration[] = [
  {
    question: "How many authors come from Norway?",
    meaning: "Authors are rows of author; where they come from is its country.",
    links: ["author.country", "'Norway'"],
    class: "easy",
    reason: "The table author has all of it.",
    parts: [],
    sketch: "",
    sql: "SELECT count(*) FROM author WHERE country = 'Norway'",
  },
  {
    question: "Titles and years of the books, the newest first?",
    meaning: "Both are columns of book, whose year is how new it is.",
    links: ["book.title", "book.year"],
    class: "easy",
    reason: "The table book has all of it.",
    parts: [],
    sketch: "",
    sql: "SELECT title, year FROM book ORDER BY year DESC",
  },
  {
    question: "Which members have borrowed a book by Tove Jansson?",
    meaning: "Members have names, and what they borrow is a loan of a book, whose author is Tove Jansson.",
    links: [
      "member.name",
      "author.name",
      "'Tove Jansson'",
      "loan.member_id = member.id",
      "loan.book_id = book.id",
      "book.author_id = author.id",
    ],
    class: "non-nested",
    reason: "member, loan, book and author are joined, and no query is needed within another.",
    parts: [],
    sketch: "select distinct member.name where author.name = 'Tove Jansson'",
    sql: "SELECT DISTINCT member.name FROM member JOIN loan ON loan.member_id = member.id JOIN book ON loan.book_id = book.id JOIN author ON book.author_id = author.id WHERE author.name = 'Tove Jansson'",
  },
  {
    question: "Name the authors of more than three books, with how many they are.",
    meaning: "Authors have names, and their books are rows of book.",
    links: ["author.name", "book.*", "3", "book.author_id = author.id"],
    class: "non-nested",
    reason: "author and book are joined, and their groups are counted.",
    parts: [],
    sketch: "select author.name, count(book.*) group by author.id having count(book.*) > 3",
    sql: "SELECT author.name, count(*) FROM author JOIN book ON book.author_id = author.id GROUP BY author.id HAVING count(*) > 3",
  },
  {
    question: "Which books has nobody borrowed?",
    meaning: "Books have titles, and what was borrowed is in loan.",
    links: ["book.title", "loan.book_id = book.id"],
    class: "nested",
    reason: "What was borrowed is left out, which takes a query of its own.",
    parts: [{ question: "Which books has somebody borrowed?", sql: "SELECT book_id FROM loan" }],
    sketch: "select book.title where book.id not in loan.book_id",
    sql: "SELECT title FROM book WHERE id NOT IN (SELECT book_id FROM loan)",
  },
  {
    question: "Which authors wrote a book in 1990 and one in 2000?",
    meaning: "Authors have names, and a book has a year.",
    links: ["author.name", "book.year", "1990", "2000", "book.author_id = author.id"],
    class: "nested",
    reason: "Two books are spoken of: what two queries find is intersected.",
    parts: [
      {
        question: "Which authors wrote a book in 1990?",
        sql: "SELECT author_id FROM book WHERE year = 1990",
      },
      {
        question: "Which authors wrote a book in 2000?",
        sql: "SELECT author_id FROM book WHERE year = 2000",
      },
    ],
    sketch: "select author.name where book.year = 1990 and book.year = 2000",
    sql: "SELECT name FROM author WHERE id IN (SELECT author_id FROM book WHERE year = 1990 INTERSECT SELECT author_id FROM book WHERE year = 2000)",
  },
];
