import type { PerEngine } from "../../test/support/per-engine.ts";

/** A question on Chinook with its query in each engine's dialect. Ordered ones are ordered to the last row. */
interface ChinookQuestion {
  readonly question: string;
  readonly ordered: boolean;
  readonly sql: PerEngine<string>;
}

const ordered = (question: string, sql: PerEngine<string>): ChinookQuestion => ({
  question,
  ordered: true,
  sql,
});
const inAnyOrder = (question: string, sql: PerEngine<string>): ChinookQuestion => ({
  ...{ question, ordered: false, sql },
});

/** Names of the PostgreSQL script (`invoice_line`) for those of the others (`InvoiceLine`); texts stay as they are. */
function inSnakeCase(sql: string): string {
  return sql.replace(/'[^']*'|\b(?:[A-Z][a-z]+)+\b/gu, (part) =>
    part.startsWith("'") ? part : part.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, "_").toLowerCase(),
  );
}

function alike(sql: string): PerEngine<string> {
  return { sqlite: sql, duckdb: sql, postgres: inSnakeCase(sql), mariadb: sql };
}

/** The same but for the expressions that each engine writes in its own way: `{0}`, `{1}` and so on. */
function apart(sql: string, expressions: PerEngine<readonly string[]>): PerEngine<string> {
  const filled = (engine: keyof PerEngine<string>) =>
    sql.replaceAll(/\{(\d)\}/gu, (_, at) => expressions[engine][Number(at)] ?? "");
  const [sqlite, duckdb, mariadb] = [filled("sqlite"), filled("duckdb"), filled("mariadb")];
  return { sqlite, duckdb, postgres: inSnakeCase(filled("postgres")), mariadb };
}

const YEAR: PerEngine<readonly string[]> = {
  sqlite: ["CAST(strftime('%Y', InvoiceDate) AS INTEGER)"],
  duckdb: ["year(InvoiceDate)"],
  postgres: ["EXTRACT(YEAR FROM InvoiceDate)::int"],
  mariadb: ["YEAR(InvoiceDate)"],
};
const MONTH: PerEngine<readonly string[]> = {
  sqlite: ["strftime('%Y-%m', InvoiceDate)"],
  duckdb: ["strftime(InvoiceDate, '%Y-%m')"],
  postgres: ["to_char(InvoiceDate, 'YYYY-MM')"],
  mariadb: ["DATE_FORMAT(InvoiceDate, '%Y-%m')"],
};

/** Written from the schema alone, before any of them was run. */
export const CHINOOK_QUESTIONS: readonly ChinookQuestion[] = [
  ordered(
    "Which ten artists have the most tracks, and how many?",
    alike(`SELECT ar.Name, COUNT(*) AS tracks FROM Artist ar JOIN Album al ON al.ArtistId = ar.ArtistId
      JOIN Track t ON t.AlbumId = al.AlbumId GROUP BY ar.ArtistId, ar.Name ORDER BY tracks DESC, ar.ArtistId LIMIT 10`),
  ),
  inAnyOrder(
    "What was taken in each billing country, highest first?",
    alike(`SELECT BillingCountry, ROUND(SUM(Total), 2) AS taken FROM Invoice GROUP BY BillingCountry
      ORDER BY taken DESC`),
  ),
  inAnyOrder(
    "Which customers have spent more than 45 in all?",
    alike(`SELECT c.FirstName, c.LastName, ROUND(SUM(i.Total), 2) AS spent FROM Customer c
      JOIN Invoice i ON i.CustomerId = c.CustomerId GROUP BY c.CustomerId, c.FirstName, c.LastName
      HAVING SUM(i.Total) > 45`),
  ),
  ordered(
    "How many invoices were there in each year?",
    apart(`SELECT {0} AS y, COUNT(*) FROM Invoice GROUP BY {0} ORDER BY y`, YEAR),
  ),
  inAnyOrder(
    "What percentage of the tracks sold does each genre make?",
    alike(`SELECT g.Name, ROUND(100.0 * SUM(l.Quantity) / (SELECT SUM(Quantity) FROM InvoiceLine), 4)
      FROM InvoiceLine l JOIN Track t ON t.TrackId = l.TrackId JOIN Genre g ON g.GenreId = t.GenreId
      GROUP BY g.GenreId, g.Name`),
  ),
  ordered(
    "How many tracks were never sold?",
    alike(`SELECT COUNT(*) FROM Track t LEFT JOIN InvoiceLine l ON l.TrackId = t.TrackId
      WHERE l.InvoiceLineId IS NULL`),
  ),
  inAnyOrder(
    "What is the longest track of each genre?",
    alike(`WITH ranked AS (SELECT t.TrackId, t.Name, t.GenreId,
        ROW_NUMBER() OVER (PARTITION BY t.GenreId ORDER BY t.Milliseconds DESC, t.TrackId) AS place FROM Track t)
      SELECT g.Name, r.Name FROM ranked r JOIN Genre g ON g.GenreId = r.GenreId WHERE r.place = 1`),
  ),
  ordered(
    "How many customers does each support employee look after, and what did these spend?",
    alike(`SELECT e.EmployeeId, e.LastName, COUNT(DISTINCT c.CustomerId), ROUND(SUM(i.Total), 2)
      FROM Employee e JOIN Customer c ON c.SupportRepId = e.EmployeeId JOIN Invoice i ON i.CustomerId = c.CustomerId
      GROUP BY e.EmployeeId, e.LastName ORDER BY e.EmployeeId`),
  ),
  ordered(
    "Who manages others, and how many directly?",
    alike(`SELECT m.FirstName, m.LastName, COUNT(*) FROM Employee e JOIN Employee m ON e.ReportsTo = m.EmployeeId
      GROUP BY m.EmployeeId, m.FirstName, m.LastName ORDER BY m.EmployeeId`),
  ),
  ordered(
    "Which playlists have no tracks?",
    alike(`SELECT p.PlaylistId, p.Name FROM Playlist p
      WHERE NOT EXISTS (SELECT 1 FROM PlaylistTrack pt WHERE pt.PlaylistId = p.PlaylistId) ORDER BY p.PlaylistId`),
  ),
  ordered(
    "How many tracks does an album have on average?",
    alike(`SELECT ROUND(AVG(tracks), 4) FROM (SELECT AlbumId, COUNT(*) AS tracks FROM Track
      WHERE AlbumId IS NOT NULL GROUP BY AlbumId) counted`),
  ),
  inAnyOrder(
    "Which customers have bought both jazz and metal?",
    alike(`SELECT i.CustomerId FROM Invoice i JOIN InvoiceLine l ON l.InvoiceId = i.InvoiceId
      JOIN Track t ON t.TrackId = l.TrackId JOIN Genre g ON g.GenreId = t.GenreId WHERE g.Name = 'Jazz'
      INTERSECT SELECT i.CustomerId FROM Invoice i JOIN InvoiceLine l ON l.InvoiceId = i.InvoiceId
      JOIN Track t ON t.TrackId = l.TrackId JOIN Genre g ON g.GenreId = t.GenreId WHERE g.Name = 'Metal'`),
  ),
  inAnyOrder(
    "Which invoices have a total that is not the sum of their lines?",
    alike(`SELECT i.InvoiceId FROM Invoice i JOIN InvoiceLine l ON l.InvoiceId = i.InvoiceId
      GROUP BY i.InvoiceId, i.Total HAVING ABS(i.Total - SUM(l.UnitPrice * l.Quantity)) > 0.001`),
  ),
  ordered(
    "What was taken in each month of the first year with invoices?",
    apart(
      `SELECT {1} AS m, ROUND(SUM(Total), 2) FROM Invoice WHERE {0} = (SELECT MIN({0}) FROM Invoice)
      GROUP BY {1} ORDER BY m`,
      {
        sqlite: [...YEAR.sqlite, ...MONTH.sqlite],
        duckdb: [...YEAR.duckdb, ...MONTH.duckdb],
        postgres: [...YEAR.postgres, ...MONTH.postgres],
        mariadb: [...YEAR.mariadb, ...MONTH.mariadb],
      },
    ),
  ),
  ordered(
    "How does what was taken add up from month to month?",
    apart(
      `WITH monthly AS (SELECT {0} AS m, SUM(Total) AS taken FROM Invoice GROUP BY {0})
      SELECT m, ROUND(SUM(taken) OVER (ORDER BY m), 2) FROM monthly ORDER BY m`,
      MONTH,
    ),
  ),
  inAnyOrder(
    "Who is the best customer of each country?",
    alike(`SELECT Country, LastName, ROUND(spent, 2) FROM (SELECT c.Country, c.LastName, SUM(i.Total) AS spent,
        RANK() OVER (PARTITION BY c.Country ORDER BY ROUND(SUM(i.Total), 2) DESC) AS place
        FROM Customer c JOIN Invoice i ON i.CustomerId = c.CustomerId GROUP BY c.CustomerId, c.Country, c.LastName) ranked
      WHERE place = 1`),
  ),
  ordered(
    "How many tracks of each media type are longer than the average of that type?",
    alike(`SELECT m.Name, COUNT(*) FROM Track t JOIN MediaType m ON m.MediaTypeId = t.MediaTypeId
      WHERE t.Milliseconds > (SELECT AVG(o.Milliseconds) FROM Track o WHERE o.MediaTypeId = t.MediaTypeId)
      GROUP BY m.MediaTypeId, m.Name ORDER BY m.MediaTypeId`),
  ),
  ordered(
    "How far below the head of the company does each employee stand?",
    alike(`WITH RECURSIVE chain(EmployeeId, depth) AS (SELECT EmployeeId, 0 FROM Employee WHERE ReportsTo IS NULL
        UNION ALL SELECT e.EmployeeId, chain.depth + 1 FROM Employee e JOIN chain ON e.ReportsTo = chain.EmployeeId)
      SELECT EmployeeId, depth FROM chain ORDER BY EmployeeId`),
  ),
  inAnyOrder(
    "What percentage of the customers of each country names no company?",
    alike(`SELECT Country, ROUND(100.0 * SUM(CASE WHEN Company IS NULL THEN 1 ELSE 0 END) / COUNT(*), 2)
      FROM Customer GROUP BY Country`),
  ),
  ordered(
    "How many tracks have love in their name, in any case?",
    apart("SELECT COUNT(*) FROM Track WHERE {0}", {
      sqlite: ["Name LIKE '%love%'"],
      duckdb: ["Name ILIKE '%love%'"],
      postgres: ["Name ILIKE '%love%'"],
      mariadb: ["Name LIKE '%love%'"],
    }),
  ),
  ordered(
    "On which days of the week were invoices made, and how many? (0 is Sunday)",
    apart("SELECT {0} AS d, COUNT(*) FROM Invoice GROUP BY {0} ORDER BY d", {
      sqlite: ["CAST(strftime('%w', InvoiceDate) AS INTEGER)"],
      duckdb: ["dayofweek(InvoiceDate)"],
      postgres: ["EXTRACT(DOW FROM InvoiceDate)::int"],
      mariadb: ["DAYOFWEEK(InvoiceDate) - 1"],
    }),
  ),
  ordered(
    "How many days lie between the first and the last invoice of each customer?",
    apart("SELECT CustomerId, {0} FROM Invoice GROUP BY CustomerId ORDER BY CustomerId", {
      sqlite: ["CAST(julianday(MAX(InvoiceDate)) - julianday(MIN(InvoiceDate)) AS INTEGER)"],
      duckdb: ["date_diff('day', MIN(InvoiceDate), MAX(InvoiceDate))"],
      postgres: ["MAX(InvoiceDate)::date - MIN(InvoiceDate)::date"],
      mariadb: ["DATEDIFF(MAX(InvoiceDate), MIN(InvoiceDate))"],
    }),
  ),
  ordered(
    "How old in full years was each employee when hired?",
    apart("SELECT EmployeeId, {0} FROM Employee ORDER BY EmployeeId", {
      sqlite: [
        "strftime('%Y', HireDate) - strftime('%Y', BirthDate) - (strftime('%m-%d', HireDate) < strftime('%m-%d', BirthDate))",
      ],
      duckdb: ["date_sub('year', BirthDate, HireDate)"],
      postgres: ["EXTRACT(YEAR FROM age(HireDate, BirthDate))::int"],
      mariadb: ["TIMESTAMPDIFF(YEAR, BirthDate, HireDate)"],
    }),
  ),
  ordered("What is the median of the invoice totals?", {
    sqlite: `SELECT ROUND(AVG(Total), 4) FROM (SELECT Total, ROW_NUMBER() OVER (ORDER BY Total) AS place,
        COUNT(*) OVER () AS n FROM Invoice) WHERE place IN ((n + 1) / 2, (n + 2) / 2)`,
    duckdb: "SELECT ROUND(median(Total), 4) FROM Invoice",
    postgres: "SELECT ROUND(percentile_cont(0.5) WITHIN GROUP (ORDER BY total)::numeric, 4) FROM invoice",
    mariadb: `SELECT ROUND(AVG(Total), 4) FROM (SELECT Total, ROW_NUMBER() OVER (ORDER BY Total) AS place,
        COUNT(*) OVER () AS n FROM Invoice) ranked WHERE place IN ((n + 1) DIV 2, (n + 2) DIV 2)`,
  }),
];
