import type { TableDefinition } from "../../environment/sql-capability.ts";

/**
 * A prompt of the shape of Middleware for LLMs, Figure C.1: one text that is sent whole in each round, with the instruction, every tool described in
 * full, a definition of the whole schema, and all that was thought, done and seen before. The words are our own, at the lengths of the paper's parts
 * (o200k tokens here and there: instruction with the form of reply 229 and 246, the twelve tools of its Appendix A.1 532 and 514).
 */
export interface PaperPrompt {
  readonly instructions: string;
  readonly tools: string;
  readonly schema: string;
  readonly question: string;
}

const OPENING = `Instruction: You act for somebody who wants a question answered from the contents of a database. Your task is to arrive, one step after the other, at the SQL query that gives the right answer. To look around in the database you have the functions below.`;

const LOOKING = `1. find_columns_containing_value(value: str)
Looks in all tables for columns in which the given cell value occurs, so that you can decide which column the question is about. Please note that "value" stands for what is written in the rows of a table, and never for a column's own name.
2. find_columns_containing_value_fuzzy(value: str)
The function above only knows values that are written exactly as you give them, and may come back with nothing. This one returns the columns in which some value resembles the given one. As before, "value" stands for what is written in the rows of a table, and never for a column's own name.
3. get_distinct_values(table: str, column: str)
Gives back all different values of the column of the table. It mostly serves to find out how the value that you need is really written.
4. is_value_in_column(table: str, column: str, value: str)
Tells whether the value occurs in the column of the table. With it you can make sure that you have chosen the right column.
5. get_date_format(table: str, column: str)
Gives back one entry of a column of dates, from which you can see in which format the dates of that column are kept.
6. search_by_SQL(query: str)
Runs an SQL query in order to search the tables, and gives back its rows.`;

const BUILDING = `Besides these functions for looking around, the query itself HAS TO be built from the following functions, one clause at a time.`;

const CLAUSES = `7. from(from_statement: str)
Says what the FROM clause is, such as from("FROM tableA") or from("FROM tableA JOIN tableB ON tableA.id = tableB.id"). Needs: nothing.
8. where(where_statement: str)
Says what the WHERE clause is, such as where("WHERE tableA.id = 1"). Needs: from.
9. select(select_statement: str)
Says what the SELECT clause is, such as select("SELECT tableA.id"). Needs: from, where.
10. group_by(group_by_statement: str)
Says what the GROUP BY clause is, such as group_by("GROUP BY tableA.id"). Needs: from, where, select.
11. having(having_statement: str)
Says what the HAVING clause is, such as having("HAVING tableA.id = 1"). Needs: from, where, select, group_by.
12. order_by(order_by_statement: str)
Says what else the result has to meet, such as its order. For instance: order_by("ORDER BY tableA.id DESC LIMIT 3"). Needs: from, where, select.`;

const REPLYING = `Take no more than ONE action in each step! First you may say what you think, and then you act, in the form 'Thought: ... Action: ...'. What stands after 'Action:' must be the action itself and nothing else.

An example:

Thought: Before I can write the condition I have to know the values that the column colB of the table tabA has.

Action:
get_distinct_values(tabA, colB)

As soon as you have learnt what you need, build the SQL query and look at its result. Hand the finished query in by writing it after 'Final Answer: ...', on a single line without any line break (no \\n) in it, e.g. Final Answer: SELECT x FROM tableA`;

/** The stable parts; the schema is the definition of every table, as prompts of the papers' baselines have it. */
export function paperPrompt(
  definitions: readonly TableDefinition[],
  { question, oracleKnowledge }: { readonly question: string; readonly oracleKnowledge?: string },
): PaperPrompt {
  const given = oracleKnowledge === undefined ? "" : `\nEvidence: ${oracleKnowledge}`;
  return {
    instructions: [OPENING, BUILDING, REPLYING].join("\n\n"),
    tools: [LOOKING, CLAUSES].join("\n"),
    schema: `The schema of the database:\n${definitions.map(({ definition }) => definition).join("\n\n")}`,
    question: `Question: ${question}${given}`,
  };
}
