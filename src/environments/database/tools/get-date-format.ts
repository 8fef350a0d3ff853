import { z } from "zod";
import { advised, told } from "../../../environment/egress/egress-scope.ts";
import { given } from "../../../util/given.ts";
import { detectDateForm } from "../check/column-profile.ts";
import { spoken } from "../check/date-form.ts";
import { type CalendarDate, isoDate } from "../check/date-pattern.ts";
import { defineTool, observe, type ToolOutcome } from "./database-tool.ts";
import { maskedColumn, namedColumn } from "./named-column.ts";

import { columnName } from "./value-matches.ts";

export const getDateFormat = defineTool({
  name: "get_date_format",
  description: "How a column writes its dates: form, examples, range, SQL for year and month.",
  group: "navigational",
  input: z.strictObject({ table: z.string(), column: z.string() }),
  output: z.object({
    isDate: z.boolean(),
    /** As strftime has it. */
    format: z.string().optional(),
    name: z.string().optional(),
    examples: z.array(z.unknown()).optional(),
    share: z.number().optional(),
    first: z.string().optional(),
    last: z.string().optional(),
    exceptions: z.array(z.string()).optional(),
    year: z.string().optional(),
    month: z.string().optional(),
  }),
  async run({ table, column }, call): Promise<ToolOutcome> {
    const named = namedColumn(call.services, table, column);
    if (named.failure) return named;
    if (named.column.masked === true) return maskedColumn(named.ref);
    const where = columnName(named.ref);
    const report = await detectDateForm(call.services, named, call.context);
    if (!report) {
      const text = `${where} (${named.column.declaredType || "no type"}) holds no dates that could be recognised. get_distinct_values shows its values.`;
      return { observation: observe([text], { isDate: false }) };
    }
    const percent = Math.floor(report.share * 1000) / 10;
    const sampled = report.exact ? "all cells" : `${report.sampledCells} sampled cells`;
    const isYear = report.form.pattern === "%Y";
    const day = (date: CalendarDate) => told(isYear ? String(date.year) : isoDate(date));
    const written = (cell: string) => (report.isNumber ? told(cell) : `'${told(cell)}'`);
    const examples = report.isNumber ? report.examples.map(Number) : report.examples;
    const ready = isYear && report.isNumber;
    const name = ready
      ? `integer years, ${day(report.first)} to ${day(report.last)}; compare directly`
      : report.name;
    const expressions = (["year", "month"] as const).flatMap((part) =>
      ready || report[part] === undefined ? [] : [`${part} ${advised(report[part])}`],
    );
    const ambiguous = report.ambiguousWith.map((form) => spoken(form.pattern));
    return {
      observation: observe(
        [
          `${where}: ${name}, e.g. ${report.examples.map(written).join(", ")}; ${percent} % of ${sampled}.`,
          ready ? undefined : `Range: ${day(report.first)} to ${day(report.last)}.`,
          report.exceptions.length > 0 ? `Others: ${report.exceptions.map(written).join(", ")}.` : undefined,
          ambiguous.length > 0 ? `Could as well be ${ambiguous.join(" or ")}.` : undefined,
          expressions.length > 0 ? `Use: ${expressions.join("; ")}.` : undefined,
        ],
        {
          isDate: true,
          format: report.form.pattern,
          name: report.name,
          examples,
          share: report.share,
          first: day(report.first),
          last: day(report.last),
          exceptions: report.exceptions.map(told),
          ...given({ year: report.year, month: report.month }),
        },
      ),
    };
  },
});
