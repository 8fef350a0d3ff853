import { type DateUnit, dateUnit } from "./date-unit.ts";
import type { ForeignFunction } from "./sql-dialect.ts";

/**
 * Reads lines of `NAME(arity) template`; without a number for any arity. `NAME[month](3)` is for calls whose first argument is that unit of
 * time, bare or in quotes.
 */
export function foreignFunctionTable(text: string): readonly ForeignFunction[] {
  return text.trim().split("\n").map(entry);
}

/** One entry for each way in which a part of a date is asked for: `EXTRACT(part FROM x)`, `DATE_PART('part', x)`, `DATEPART(part, x)`. */
export function foreignDateParts(
  names: readonly string[],
  parts: Readonly<Partial<Record<DateUnit, string>>>,
): readonly ForeignFunction[] {
  return names.flatMap((name) =>
    Object.entries(parts).map(([unit, template]) => ({ name, arity: 2, ...counting(unit), template })),
  );
}

function entry(line: string): ForeignFunction {
  const match = /^(\w+)(?:\[(\w+)\])?(?:\((\d)\))?\s+(.+)$/u.exec(line);
  const [, name = "", unit, arity, template = ""] = match ?? [];
  return {
    name,
    template,
    ...counting(unit),
    ...(arity === undefined ? {} : { arity: Number(arity) }),
  };
}

function counting(word = ""): { readonly unit?: DateUnit } {
  const unit = dateUnit(word);
  return unit === undefined ? {} : { unit };
}
