import type { LongFormAnswer } from "../../trajectory/long-form-answer.ts";

/** What was in doubt as the data of a report's queries was loaded, each once; with the environment's name where there are several. */
export function reportDoubts({ queries }: LongFormAnswer): readonly string[] {
  const several = new Set(queries.map(({ environment }) => environment)).size > 1;
  const all = queries.flatMap(({ environment, evidence }) =>
    (evidence?.doubts ?? []).map((doubt) => (several ? `${environment}: ${doubt}` : doubt)),
  );
  return [...new Set(all)];
}

export const DOUBTS_HEADING = "In doubt as the data was loaded";
