/** What the rules understand, one kind each: the question and the rows of its answer, in any order unless `ordered`. */
export const UNDERSTOOD: readonly {
  readonly kind: string;
  readonly question: string;
  readonly rows: readonly string[];
  readonly ordered?: boolean;
}[] = [
  { kind: "counts a table", question: "How many books are there?", rows: ["5"] },
  {
    kind: "counts under a condition on another table",
    question: "How many branches are in Graz?",
    rows: ["2"],
  },
  { kind: "counts different values", question: "How many different nationalities are there?", rows: ["3"] },
  {
    kind: "adds up an amount instead of counting its values",
    question: "How many shelves do we have?",
    rows: ["135"],
  },
  {
    kind: "lists columns of rows that a cell names",
    question: "What are the title and pages of the books in Danish?",
    rows: ["Paper Boats | 95"],
  },
  { kind: "shows things by their name", question: "Which branches are in Porto?", rows: ["Old Mill"] },
  {
    kind: "shows people by both parts of their name",
    question: "Which readers are older than 40?",
    rows: ["Nora | Kern", "Lea | Kern"],
  },
  { kind: "takes a full name apart", question: "How many loans does Casey Mason have?", rows: ["3"] },
  {
    kind: "compares a number",
    question: "List the titles of books with more than 200 pages.",
    rows: ["Blue Rain", "Night Ferry", "Small Hours"],
  },
  {
    kind: "compares with the average",
    question: "What are the titles of books with pages above the average?",
    rows: ["Blue Rain", "Night Ferry"],
  },
  {
    kind: "reads a range",
    question: "Show the title of books with pages between 100 and 250.",
    rows: ["The Lost Key", "Small Hours"],
  },
  {
    kind: "reads a yes-no column",
    question: "Which branches don't have a cafe?",
    rows: ["Old Mill", "Castle Hill"],
  },
  {
    kind: "reads a code by its described meaning",
    question: "How many withdrawn books are there?",
    rows: ["1"],
  },
  {
    kind: "reads country codes by the country's name",
    question: "How many branches are in Austria?",
    rows: ["3"],
  },
  {
    kind: "finds the year in dates written day first",
    question: "Which branches opened before 1990?",
    rows: ["Riverside", "Old Mill"],
  },
  { kind: "finds a year by the verb", question: "How many readers joined in 2022?", rows: ["2"] },
  {
    kind: "ranks by an adjective, dates written day first",
    question: "Which is our oldest branch?",
    rows: ["Old Mill"],
  },
  { kind: "ranks by a named column", question: "Which book has the most pages?", rows: ["Night Ferry"] },
  {
    kind: "leaves out missing values when it ranks",
    question: "What is the name of the author with the lowest birth year?",
    rows: ["Ada Brandt"],
  },
  { kind: "averages", question: "What is the average age of readers?", rows: ["41.25"] },
  {
    kind: "gives several aggregates",
    question: "What are the minimum and maximum pages of all books?",
    rows: ["95 | 540"],
  },
  {
    kind: "groups by a table",
    question: "How many books does each author have?",
    rows: ["Ada Brandt | 2", "Rui Lopes | 2", "Mia Holm | 1"],
  },
  {
    kind: "groups by a column",
    question: "Show the language and the number of books in each language.",
    rows: ["German | 2", "Portuguese | 2", "Danish | 1"],
  },
  {
    kind: "averages for each group",
    question: "What is the average pages of books for each language?",
    rows: ["425 | German", "175 | Portuguese", "95 | Danish"],
  },
  { kind: "ranks by a count", question: "Which reader has the most loans?", rows: ["Casey | Mason"] },
  {
    kind: "asks for a number of related rows",
    question: "What are the names of authors with at least 2 books?",
    rows: ["Ada Brandt", "Rui Lopes"],
  },
  {
    kind: "asks for no related rows",
    question: "What are the names of authors without any books?",
    rows: ["Otto Vogel"],
  },
  {
    kind: "reads a relative clause",
    question: "What are the names of authors who do not have books?",
    rows: ["Otto Vogel"],
  },
  { kind: "joins values with or", question: "How many books are in German or Danish?", rows: ["3"] },
  {
    kind: "negates a value",
    question: "What are the titles of books whose language is not German?",
    rows: ["The Lost Key", "Paper Boats", "Small Hours"],
  },
  {
    kind: "orders",
    question: "List the titles of books in descending order of pages.",
    rows: ["Night Ferry", "Blue Rain", "Small Hours", "The Lost Key", "Paper Boats"],
    ordered: true,
  },
  {
    kind: "lists each value once",
    question: "What are the different languages of books?",
    rows: ["German", "Portuguese", "Danish"],
  },
  {
    kind: "reads what is to be shown in a second sentence",
    question: "How many books does each author have? Give the name and the number.",
    rows: ["Ada Brandt | 2", "Rui Lopes | 2", "Mia Holm | 1"],
  },
  {
    kind: "reads what begins with what it asks for",
    question: "readers older than 40",
    rows: ["Nora | Kern", "Lea | Kern"],
  },
  {
    kind: "adds up for each",
    question: "total pages per branch",
    rows: ["635 | Riverside", "120 | Old Mill", "540 | Garden House"],
  },
  { kind: "takes no account of case", question: "how many books are in german", rows: ["2"] },
];

/** What the rules must not answer, and words that they have to name. */
export const DECLINED: readonly {
  readonly why: string;
  readonly question: string;
  readonly words: readonly string[];
}[] = [
  { why: "a word that nothing goes by", question: "How many zebras are there?", words: ["zebras"] },
  {
    why: "a condition that nothing goes by",
    question: "How many mouldy books are there?",
    words: ["mouldy"],
  },
  {
    why: "another language",
    question: "Wie viele Bücher gibt es?",
    words: ["Wie", "viele", "Bücher", "gibt", "es"],
  },
  { why: "chit-chat", question: "Hello, how is the weather today?", words: ["Hello", "weather", "today"] },
  {
    why: "advice",
    question: "Would a second branch pay off next summer?",
    words: ["second", "next", "summer"],
  },
  { why: "an order to change data", question: "Delete the book Blue Rain", words: ["Delete"] },
  { why: "a verb that turns the meaning round", question: "How many readers lost a book?", words: ["lost"] },
  { why: "a ratio", question: "What is the ratio of books to readers?", words: ["ratio"] },
];
