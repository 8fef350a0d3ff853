/** A setting of a configuration or a run, for people. */
export function settingText(value: unknown): string {
  if (value === undefined) return "–";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value);
    return members.length === 0
      ? "as the model has it"
      : members.map(([name, each]) => `${name} ${JSON.stringify(each)}`).join(", ");
  }
  return String(value);
}
