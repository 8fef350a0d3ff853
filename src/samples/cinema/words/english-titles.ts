import { wordList } from "./word-list.ts";

export const trades: readonly string[] =
  wordList(`Lamplighter, Cartographer, Glassblower, Ferryman, Beekeeper, Piano Tuner, Ventriloquist,
  Bookbinder, Lighthouse Keeper, Projectionist, Gravedigger, Watchmaker, Perfumer, Bell Ringer, Puppeteer, Locksmith,
  Forger, Night Porter, Weathergirl, Understudy, Stonemason, Switchboard Girl, Taxidermist, Auctioneer, Cellist, Ghostwriter`);

export const belongings: readonly string[] =
  wordList(`Confession, Apprentice, Holiday, Alibi, Promise, Umbrella, Paradox, Bargain, Lament, Secret,
  Ledger, Waltz, Wager, Inheritance, Suitcase, Almanac, Farewell, Revenge, Accomplice, Last Case, Notebook, Gift`);

export const places: readonly string[] =
  wordList(`Harbour, Motel, Boulevard, Junction, Quarry, Lighthouse, Reservoir, Arcade, Terminal, Ballroom, Observatory,
  Orchard, Laundromat, Crossing, Causeway, Sanatorium, Tollbooth, Greenhouse, Racetrack, Carousel, Drive-In, Archive`);

export const moods: readonly string[] =
  wordList(`Velvet, Paper, Copper, Electric, Hollow, Midnight, Crooked, Borrowed, Salt, Neon, Marble, Distant, Restless,
  Counterfeit, Amber, Unfinished, Wayward, Gentle, Savage, Thirteenth, Painted, Frozen, Invisible, Second-Hand, Sleepless`);

export const creatures: readonly string[] =
  wordList(`Heron, Foxes, Magpie, Leviathan, Hounds, Sparrows, Jackal, Moth, Salamander, Ravens, Tigress,
  Hornets, Otter, Kingfisher, Wolfhound, Swallows, Scorpion, Owls`);

/** %G a given name, %C a city, %T a trade, %B a belonging, %P a place, %M a mood, %A a creature, %S creatures, %F a family name, %N a number word. */
export const englishTemplates: readonly string[] = [
  "The %T's %B",
  "The %T of %C",
  "The %M %P",
  "%M %A",
  "The %M %T",
  "%C %P",
  "Waiting for %G",
  "What %G Knew",
  "Goodbye, %C",
  "%C by Night",
  "Don't Wake the %A",
  "%N Days in %C",
  "%N %S",
  "The %F %B",
  "%G's %B",
  "Mrs %F Regrets",
  "%G & %G",
  "Nobody Dies at the %P",
  "Who Buried %G %F?",
  "A %P for %G",
  "Return to the %P",
  "%M Hearts of %C",
  "The Trouble with %G",
  "%G, Unfortunately",
  "The %A of %C",
];

export const numberWords: readonly string[] = wordList(
  "Two, Three, Four, Five, Six, Seven, Nine, Ten, Eleven, Twelve, Forty, Ninety",
);

export const sequelSubtitles: readonly string[] =
  wordList(`The Return, Homecoming, The Reckoning, One More Time, Ashes, The Lost Year, Full Circle, Afterglow,
  No Way Back, The Long Game`);
