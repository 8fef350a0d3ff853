/** What the rules understand, one kind each: the question and the rows of its answer, in any order unless stated. */
export const UNDERSTOOD: readonly (readonly [
  kind: string,
  question: string,
  rows: readonly string[],
  order?: "in this order",
])[] = [
  ["counts a table", "How many books are there?", ["5"]],
  ["counts under a condition on another table", "How many branches are in Graz?", ["2"]],
  ["counts different values", "How many different nationalities are there?", ["3"]],
  ["adds up an amount instead of counting its values", "How many shelves do we have?", ["135"]],
  [
    "lists columns of rows that a cell names",
    "What are the title and pages of the books in Danish?",
    ["Paper Boats | 95"],
  ],
  ["shows things by their name", "Which branches are in Porto?", ["Old Mill"]],
  [
    "shows people by both parts of their name",
    "Which readers are older than 40?",
    ["Nora | Kern", "Lea | Kern"],
  ],
  ["takes a full name apart", "How many loans does Casey Mason have?", ["3"]],
  [
    "compares a number",
    "List the titles of books with more than 200 pages.",
    ["Blue Rain", "Night Ferry", "Small Hours"],
  ],
  [
    "compares with the average",
    "What are the titles of books with pages above the average?",
    ["Blue Rain", "Night Ferry"],
  ],
  [
    "reads a range",
    "Show the title of books with pages between 100 and 250.",
    ["The Lost Key", "Small Hours"],
  ],
  ["reads a yes-no column", "Which branches don't have a cafe?", ["Old Mill", "Castle Hill"]],
  ["reads a code by its described meaning", "How many withdrawn books are there?", ["1"]],
  ["reads country codes by the country's name", "How many branches are in Austria?", ["3"]],
  [
    "finds the year in dates written day first",
    "Which branches opened before 1990?",
    ["Riverside", "Old Mill"],
  ],
  ["finds a year by the verb", "How many readers joined in 2022?", ["2"]],
  ["ranks by an adjective, dates written day first", "Which is our oldest branch?", ["Old Mill"]],
  ["ranks by a named column", "Which book has the most pages?", ["Night Ferry"]],
  [
    "leaves out missing values when it ranks",
    "What is the name of the author with the lowest birth year?",
    ["Ada Brandt"],
  ],
  ["averages", "What is the average age of readers?", ["41.25"]],
  ["gives several aggregates", "What are the minimum and maximum pages of all books?", ["95 | 540"]],
  ["groups by a table", "How many branches does each town have?", ["Graz | 2", "Porto | 1", "Linz | 1"]],
  [
    "groups by a column",
    "Show the language and the number of books in each language.",
    ["German | 2", "Portuguese | 2", "Danish | 1"],
  ],
  [
    "averages for each group",
    "What is the average pages of books for each language?",
    ["425 | German", "175 | Portuguese", "95 | Danish"],
  ],
  ["ranks by a count", "Which reader has the most loans?", ["Casey | Mason"]],
  [
    "asks for a number of related rows",
    "What are the names of authors with at least 2 books?",
    ["Ada Brandt", "Rui Lopes"],
  ],
  ["asks for no related rows", "What are the names of authors without any books?", ["Otto Vogel"]],
  ["reads a relative clause", "What are the names of authors who do not have books?", ["Otto Vogel"]],
  ["joins values with or", "How many books are in German or Danish?", ["3"]],
  [
    "negates a value",
    "What are the titles of books whose language is not German?",
    ["The Lost Key", "Paper Boats", "Small Hours"],
  ],
  [
    "orders",
    "List the titles of books in descending order of pages.",
    ["Night Ferry", "Blue Rain", "Small Hours", "The Lost Key", "Paper Boats"],
    "in this order",
  ],
  ["lists each value once", "What are the different languages of books?", ["German", "Portuguese", "Danish"]],
  [
    "reads what is to be shown in a second sentence",
    "How many branches does each town have? Give the name and the number.",
    ["Graz | 2", "Porto | 1", "Linz | 1"],
  ],
  ["reads what begins with what it asks for", "readers older than 40", ["Nora | Kern", "Lea | Kern"]],
  ["adds up for each", "total pages per branch", ["635 | Riverside", "120 | Old Mill", "540 | Garden House"]],
  ["takes no account of case", "how many books are in german", ["2"]],
];

/** What the rules must not answer, and words that they have to name. */
export const DECLINED: readonly (readonly [why: string, question: string, words: readonly string[]])[] = [
  ["a word that nothing goes by", "How many zebras are there?", ["zebras"]],
  ["a condition that nothing goes by", "How many mouldy books are there?", ["mouldy"]],
  ["another language", "Wie viele Bücher gibt es?", ["Wie", "viele", "Bücher", "gibt", "es"]],
  ["chit-chat", "Hello, how is the weather today?", ["Hello", "weather", "today"]],
  ["advice", "Would a second branch pay off next summer?", ["second", "next", "summer"]],
  ["an order to change data", "Delete the book Blue Rain", ["Delete"]],
  ["a verb that turns the meaning round", "How many readers lost a book?", ["lost"]],
  ["a ratio", "What is the ratio of books to readers?", ["ratio"]],
];
