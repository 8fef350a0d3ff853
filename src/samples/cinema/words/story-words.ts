import { wordList } from "./word-list.ts";

export const keywords: readonly string[] =
  wordList(`amnesia, archaeology, arranged marriage, artificial intelligence, assassin, bank robbery, beekeeping, blackmail,
  boarding school, bullfighting, chess, circus, climate, coal mine, coming of age, con artist, courtroom, cycling, deserter,
  divorce, double life, earthquake, exile, factory strike, fairy tale, family secret, farm life, fashion, first love, fishing village,
  football, forgery, friendship, ghost, grief, haunted house, heist, high school, hitchhiker, holiday, hostage, immigration,
  infidelity, inheritance, island, jazz, journalism, kidnapping, language barrier, lighthouse, lost child, lottery, magic,
  midlife crisis, missing person, monastery, mountaineering, neighbours, night shift, opera, orphan, painter, parallel worlds,
  piano, plague, poker, political scandal, polar expedition, pregnancy, prison, private detective, racing, railway, refugee, restaurant,
  retirement, revenge, road trip, robot, sailing, science, serial killer, shipwreck, siblings, small town, space station,
  spy, stage fright, submarine, survival, teacher, theatre, time travel, treasure, trial, twins, undercover, vampire, village life,
  vineyard, volcano, wedding, whistleblower, widowhood, winter sports, witness, world war, writer's block`);

export const taglines: readonly string[] = [
  "Some doors only open once.",
  "Nobody leaves {city} the same.",
  "The truth is closer than it looks.",
  "Every family keeps one.",
  "It began with a letter.",
  "What would you give back?",
  "They had one night. It wasn't enough.",
  "Trust the map, not the road.",
  "He said he'd be home by Sunday.",
  "Love, lies and {keyword}.",
  "You can't outrun the tide.",
  "A story of {keyword}.",
  "Keep quiet. Keep walking.",
  "Laugh first. Ask later.",
  "She remembers everything.",
];

export const overviews: readonly string[] = [
  "When {hero}, a {trade} in {city}, finds an old photograph, a story of {keyword} that the town had buried comes back to life.",
  "{hero} has one week to leave {city}. Then {other} arrives with a plan that involves {keyword} and very little sleep.",
  "After a funeral in {city}, {hero} and {other} discover that their parents' past was shaped by {keyword}.",
  "In {city}, {hero} takes a job nobody else wanted and is drawn into {keyword}, against the advice of {other}.",
  "{hero} hasn't spoken to {other} in twenty years. A case of {keyword} forces them onto the same night train to {city}.",
  "The quiet life of {hero}, {trade} by trade, ends on the day that {other} knocks at the door and asks about {keyword}.",
  "Two strangers, {hero} and {other}, share a flat in {city} by mistake; {keyword} does the rest.",
  "A portrait of {city} over one winter, seen by {hero}, whose notes on {keyword} nobody was meant to read.",
  "{hero} swore never to return to {city}. {other} offers one good reason, and it has to do with {keyword}.",
];

export const characterRoles: readonly string[] = wordList(
  `Doctor, Detective, Captain, Judge, Sister, Professor, Old man, Neighbour, Receptionist, Inspector, Driver, Nurse`,
);

export const studioParts: readonly [starts: readonly string[], ends: readonly string[]] = [
  wordList(`Halcyon, Blue Heron, Lanterna, Orme & Daughters, Kite Street, Vesper, Les Films du Phare, Studio Kamień, Nordlys, Casa Tordo,
    Mondragón, Silberwald, Umibe, Han River, Chaand, Yakamoz, Pelican Yard, Northgate, Quatre Vents, Bellafonte, Old Mill, Third Act,
    O'Hara Brothers, Paper Lion, Red Door, Aurélie & Fils, Sjøstjerne, Tangerine, Ironwood, Fable, Green Room, Meridian Row`),
  wordList("Pictures, Films, Productions, Studios, Entertainment, Cinéma"),
];

export const reviewSentences: readonly (readonly string[])[] = [
  [
    "A waste of an evening.",
    "I walked out after an hour.",
    "Nothing in it works.",
    "Badly acted, worse written.",
    "What a bore.",
  ],
  [
    "It never finds its feet.",
    "A good idea lost in a poor script.",
    "Too long by half.",
    "Some nice shots, little else.",
    "I'd hoped for more.",
  ],
  [
    "Fine for a rainy Sunday.",
    "Solid, if rarely surprising.",
    "The leads carry it.",
    "It's all right.",
    "Uneven, but I'm glad I saw it.",
  ],
  [
    "Beautifully shot and well played.",
    "A quiet film that stays with you.",
    "Funny, sad and wise.",
    "The score is a marvel.",
    "Better than I'd been told.",
  ],
  [
    "A masterpiece.",
    "I went back the next day.",
    "The best thing I've seen this year.",
    "Perfect from first to last.",
    'I cried twice. "Go see it," I tell everyone.',
  ],
];
