import type { Catalogue } from "../catalogue/cinema-catalogue.ts";
import { type Handlers, json } from "../http/handler.ts";
import { page } from "../http/page.ts";
import { known } from "../http/problem.ts";
import type { Input } from "../http/read-input.ts";
import { awardView, ceremonyView, nominationView } from "../views/award-view.ts";

export function awardHandlers(catalogue: Catalogue): Handlers {
  const awards = catalogue.world.awards.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const awardOf = (input: Input) => known(catalogue.awards, input.number("award_id") ?? 0, "award");
  const ceremony = (input: Input, winnersOnly: boolean) => {
    const { id, awardId, date } = known(catalogue.ceremonies, input.number("ceremony_id") ?? 0, "ceremony");
    const nominations = (catalogue.nominationsOfCeremony.get(id) ?? []).filter(
      (nomination) => nomination.won || !winnersOnly,
    );
    return json({
      ceremony_id: id,
      award: catalogue.awards.get(awardId)?.name,
      date,
      nominations: nominations.map((nomination) => nominationView(catalogue, nomination)),
    });
  };
  return {
    listAwards: () => json({ awards: awards.map((award) => awardView(catalogue, award)) }),
    getAward: (input) => json(awardView(catalogue, awardOf(input))),
    listCeremonies: (input) => {
      const { id } = awardOf(input);
      const year = input.number("year");
      const ceremonies = catalogue.world.ceremonies
        .filter(({ awardId }) => awardId === id)
        .filter(({ date }) => year === undefined || date.startsWith(`${year}-`))
        .sort((a, b) => b.edition - a.edition);
      return json(page(input, ceremonies, ceremonyView));
    },
    getCeremonyWinners: (input) => ceremony(input, true),
    getCeremonyNominations: (input) => ceremony(input, false),
  };
}
