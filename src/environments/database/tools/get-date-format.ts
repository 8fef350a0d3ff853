import { z } from "zod";
import { isoDate } from "../check/calendar-date.ts";
import { detectDateForm, spoken } from "../check/date-form.ts";
import { defineTool, observe, type ToolOutcome } from "./database-tool.ts";
import { namedColumn } from "./named-column.ts";
import { columnName } from "./value-matches.ts";

export const getDateFormat = defineTool({
  name: "get_date_format",
  description: "How the column writes its dates: form, examples, range, and expressions for year and month.",
  group: "navigational",
  input: z.strictObject({ table: z.string(), column: z.string() }),
  output: z.looseObject({
    isDate: z.boolean(),
    format: z.string().optional(),
    examples: z.array(z.string()),
  }),
  async run({ table, column }, call): Promise<ToolOutcome> {
    const named = namedColumn(call.services, table, column);
    if (named.failure) return named;
    const where = columnName(named.ref);
    const report = await detectDateForm(call.services, named.ref, call.context);
    if (!report) {
      const text = `${where} (${named.column.declaredType || "no type"}) holds no dates that could be recognised. get_distinct_values shows its values.`;
      return { observation: observe([text], { isDate: false, examples: [] }) };
    }
    const percent = Math.floor(report.share * 1000) / 10;
    const sampled = report.exact ? "all cells" : `${report.sampledCells} sampled cells`;
    const expressions = [
      ...(report.year === undefined ? [] : [`year ${report.year}`]),
      ...(report.month === undefined ? [] : [`month ${report.month}`]),
    ];
    const ambiguous = report.ambiguousWith.map((form) => spoken(form.pattern));
    return {
      observation: observe(
        [
          `${where}: ${report.name}, e.g. ${report.examples.map((each) => `'${each}'`).join(", ")}; ${percent} % of ${sampled}.`,
          `Range: ${isoDate(report.first)} to ${isoDate(report.last)}.`,
          report.exceptions.length > 0
            ? `Others: ${report.exceptions.map((each) => `'${each}'`).join(", ")}.`
            : undefined,
          ambiguous.length > 0 ? `Could as well be ${ambiguous.join(" or ")}.` : undefined,
          expressions.length > 0 ? `Use: ${expressions.join("; ")}.` : undefined,
        ],
        {
          isDate: true,
          format: report.form.pattern,
          name: report.name,
          examples: report.examples,
          share: report.share,
          first: isoDate(report.first),
          last: isoDate(report.last),
          exceptions: report.exceptions,
          ...(report.year === undefined ? {} : { year: report.year }),
          ...(report.month === undefined ? {} : { month: report.month }),
        },
      ),
    };
  },
});
