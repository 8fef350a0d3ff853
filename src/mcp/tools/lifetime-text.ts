const UNITS = [
  { seconds: 86_400, name: "day" },
  { seconds: 3600, name: "hour" },
  { seconds: 60, name: "minute" },
] as const;

/** `24 hours`, `90 minutes`, `45 seconds`: the largest unit that needs no fraction, days from two on. */
export function lifetimeText(seconds: number): string {
  const unit = UNITS.find(
    (each) => seconds % each.seconds === 0 && seconds >= (each.name === "day" ? 2 : 1) * each.seconds,
  );
  const count = seconds / (unit?.seconds ?? 1);
  return `${count} ${unit?.name ?? "second"}${count === 1 ? "" : "s"}`;
}
