/** Round numbers that span the range from `least` to `greatest`, about `count` of them, ascending; at least two. */
export function niceTicks(least: number, greatest: number, count: number): readonly number[] {
  if (least === greatest) {
    const around = least === 0 ? 1 : Math.abs(least) / 2;
    return niceTicks(least - around, greatest + around, count);
  }
  const rough = (greatest - least) / Math.max(1, count - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const from = Math.floor(least / step + 1e-9);
  const to = Math.ceil(greatest / step - 1e-9);
  return Array.from({ length: to - from + 1 }, (_, at) => Number(((from + at) * step).toPrecision(12)));
}

/** Exact if that is short, else six significant digits. */
export function numberText(value: number): string {
  const exact =
    Math.abs(value) >= 1e15
      ? value.toPrecision(6)
      : value.toLocaleString("en", { maximumFractionDigits: 12 });
  return exact.length <= 12
    ? exact
    : Math.abs(value) >= 1e6 && Math.abs(value) < 1e15
      ? Math.round(value).toLocaleString("en")
      : String(Number(value.toPrecision(6)));
}

/** Short labels for an axis: `5K`, `15K`; all in the same form. */
export function tickTexts(values: readonly number[]): readonly string[] {
  const greatest = Math.max(...values.map(Math.abs));
  if (greatest < 10_000 || greatest >= 1e15) return values.map(numberText);
  return values.map((value) =>
    value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 4 }),
  );
}
