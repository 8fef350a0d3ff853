/**
 * What an observation may add to its result. A `warning` says that something is probably wrong, a `note` that something
 * is worth knowing. `docs/errors.md` explains each code; a test holds the two together.
 */
export const FINDING_CODES = {
  // probably wrong
  "value-not-found": "A literal does not occur in the column it is compared with.",
  "masked-value": "A masked column is named, which reads *** in each row.",
  "empty-result": "The conditions together leave no row; each is reported alone.",
  "join-without-key": "A join compares columns that are no foreign key of each other.",
  "join-no-overlap": "The joined columns have no value in common.",
  "join-missing-condition": "Tables are combined without a condition, so every row meets every other.",
  "text-compared-as-number": "Numbers kept as text are compared, ordered or aggregated as text.",
  "date-format-mismatch":
    "A date literal or function does not fit the form, or all the forms, of its column.",
  contradiction: "Conditions exclude each other whatever the rows are.",
  "always-true": "A condition keeps every row, so that it does nothing.",
  "constant-condition": "A condition does not depend on any column.",
  "bare-column": "A column beside an aggregate is neither grouped nor determined by the group.",
  "group-is-row": "Every group has exactly one row, so that grouping does nothing.",
  "having-without-aggregate": "A HAVING condition uses no aggregate; it belongs into WHERE.",
  "having-without-group": "HAVING stands without GROUP BY, so that it judges all rows as one group.",
  "order-by-constant": "The ordering does not depend on the rows.",
  "aggregate-of-text": "A sum or average is taken over a column that holds no numbers.",
  "integer-division": "A division of integers drops its fraction.",
  "null-comparison": "A comparison with NULL by = or <> is never true.",
  "quoted-column-as-text": "A quoted word that names no column is read as text by this engine.",
  "fails-when-run": "The engine takes the query and then fails on running it.",
  // worth knowing
  "case-differs": "The value is there in other case or spacing, only or as well.",
  "join-multiplies": "The join yields more rows than either side.",
  "join-drops": "The join leaves out rows of one side.",
  "text-taken-for-zero": "A cast, a calculation or a mean takes cells that are no numbers for 0.",
  "tie-at-limit": "Rows beyond the LIMIT have the same ordering value as the last one shown.",
  "nulls-first": "NULLs sort before the values.",
  "nulls-present": "The column has NULLs, which the condition or the aggregate leaves out.",
  "result-truncated": "The result was cut off at a limit.",
  "index-incomplete": "The value index is not complete; the answer may miss values.",
  "no-longer-holds": "A clause set before no longer holds after this change.",
  ties: "Several members share the extreme value, and all are kept.",
  "values-not-matched": "Some of the values handed over name nothing here, or several things.",
  "values-taken-as-keys": "The values handed over were taken as the ends of identifiers.",
  "no-match": "Nothing in the response, or nothing that was searched for, fits.",
  "pages-left": "The response has further pages that were not fetched.",
  "calls-failed": "Of the calls that were made for many values some failed.",
  "values-left": "Not all values that were named were called for.",
  "result-elsewhere": "It was done, and the server says where what came of it can be read.",
  "not-as-documented": "The response differs from what the document says.",
  "sent-nothing": "The request was only shown, not sent.",
  "repeated-action": "The same action was taken before, with this same result.",
  "duplicate-rows": "The result has rows that are equal in every column.",
} as const;

/** A key of `FINDING_CODES`. */
export type FindingCode = keyof typeof FINDING_CODES;
