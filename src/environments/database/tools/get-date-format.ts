import { z } from "zod";
import { joined, ownText, redacted, redactedJson, say } from "../../../environment/egress/marks.ts";
import { given } from "../../../util/given.ts";
import { detectDateForm } from "../check/column-profile.ts";
import { spoken } from "../check/date-form.ts";
import { type CalendarDate, isoDate } from "../check/date-pattern.ts";
import { shownType } from "../schema/render-schema.ts";
import { defineTool, observe, type ToolOutcome } from "./database-tool.ts";
import { searchableColumn } from "./named-column.ts";

import { columnName } from "./value-matches.ts";

export const getDateFormat = defineTool({
  name: "get_date_format",
  description: "How a column writes its dates: form, examples, range, SQL for year and month.",
  group: "navigational",
  onDemand: true,
  input: z.strictObject({ table: z.string(), column: z.string() }),
  output: z.object({
    isDate: z.boolean(),
    /** The form in strftime's codes. */
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
    const named = searchableColumn(call.services, table, column);
    if (named.failure) return named;
    const where = columnName(named.ref);
    const report = await detectDateForm(call.services, named, call.context);
    if (!report) {
      const text = say`${where} (${named.column.declaredType ? shownType(named.column.declaredType) : "no type"}) holds no dates that could be recognised. get_distinct_values shows its values.`;
      return { observation: observe([text], { isDate: false }) };
    }
    const percent = Math.floor(report.share * 1000) / 10;
    const sampled = report.exact ? "all cells" : say`${report.sampledCells} sampled cells`;
    const isYear = report.form.pattern === "%Y";
    const day = (date: CalendarDate) => redacted(isYear ? String(date.year) : isoDate(date));
    const cellOf = (cell: string) => (report.isNumber ? redacted(cell) : say`'${redacted(cell)}'`);
    const examples = report.isNumber ? report.examples.map(Number) : report.examples;
    const ready = isYear && report.isNumber;
    const name = ready
      ? say`integer years, ${day(report.first)} to ${day(report.last)}; compare directly`
      : report.name;
    const expressions = (["year", "month"] as const).flatMap((part) =>
      ready || report[part] === undefined ? [] : [say`${part} ${ownText(report[part])}`],
    );
    const ambiguous = report.ambiguousWith.map((form) => spoken(form.pattern));
    return {
      observation: observe(
        [
          say`${where}: ${name}, e.g. ${report.examples.map(cellOf)}; ${percent} % of ${sampled}.`,
          ready ? undefined : say`Range: ${day(report.first)} to ${day(report.last)}.`,
          report.exceptions.length > 0 ? say`Others: ${report.exceptions.map(cellOf)}.` : undefined,
          ambiguous.length > 0 ? say`Could as well be ${joined(ambiguous, " or ")}.` : undefined,
          expressions.length > 0 ? say`Use: ${joined(expressions, "; ")}.` : undefined,
        ],
        {
          isDate: true,
          format: ownText(report.form.pattern),
          name: ownText(report.name),
          examples: redactedJson(examples),
          share: report.share,
          first: day(report.first),
          last: day(report.last),
          exceptions: report.exceptions.map(redacted),
          ...given({
            year: report.year === undefined ? undefined : ownText(report.year),
            month: report.month === undefined ? undefined : ownText(report.month),
          }),
        },
      ),
    };
  },
});
