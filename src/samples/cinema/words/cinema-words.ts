import { tableRows, wordList } from "./names.ts";

/** Name, city's country, whether in the capital, street, seats of each screen. */
const sites = `
Lanterna Liffey | IE | capital | 14 Fishamble Row | 148 84 46
O'Dowd's Picture House | IE | town | 2 O'Connell Parade | 96 58
Lanterna République | FR | capital | 31, rue de l'Été | 182 110 72 44
L'Étoile du Marché | FR | capital | 8, place d'Auge | 90 64
Le Petit Phare | FR | town | 5, quai Saint-Élie | 120 60
Lanterna Midi | BE | capital | 77, chaussée de l'Orge | 134 88 52
Filmbühne Grünauer | DE | capital | Weißgerberstraße 19 | 160 98 60
Kino am Öhrbach | DE | town | Mühlgasse 3 | 82 40
Lanterna Wienzeile | AT | capital | Süßmilchgasse 12 | 118 74
Cine Almendro | ES | capital | Calle de Ibáñez, 44 | 150 92 48
Cine Puerto Lirio | ES | town | Plaza Mayor, 1 | 76 42
Lanterna Trastevere | IT | capital | Via dell'Olmo, 25 | 140 80 56
Cinema L'Ulivo | IT | town | Piazza Dell'Acqua, 6 | 88 50
Cinema São Brás | PT | capital | Rua da Conceição, 103 | 104 62
`;

export const cinemaSites = tableRows(sites).map(
  ([name = "", country = "", where, street = "", seats = ""]) => ({
    name,
    country,
    inCapital: where === "capital",
    street,
    seats: seats.split(" ").map(Number),
  }),
);

/** Occupations as members wrote them; the same one in several spellings, as free text has it. */
export const occupations: readonly string[] = [
  ...wordList(`Teacher, Nurse, Student, Retired, Engineer, Accountant, Librarian, Architect, Shop assistant, Bus driver, Civil servant,
    Translator, Chef, Electrician, Journalist, Pharmacist, Musician, Lawyer, Software developer, Care worker, Unemployed, Baker`),
];

/** Item, group, price in cents, weight, weight in summer. */
export const concessions: readonly (readonly [
  item: string,
  group: string,
  cents: number,
  weight: number,
  summer: number,
])[] = [
  ["Popcorn small", "Popcorn", 380, 14, 12],
  ["Popcorn large", "Popcorn", 590, 12, 10],
  ["Popcorn caramel", "Popcorn", 640, 6, 4],
  ["Mineral water 0.5 l", "Drinks", 260, 9, 16],
  ["Cola 0.4 l", "Drinks", 390, 12, 14],
  ["Apple spritzer", "Drinks", 360, 5, 8],
  ["Espresso", "Hot drinks", 240, 7, 3],
  ["Café au lait", "Hot drinks", 340, 6, 2],
  ["Glühwein", "Hot drinks", 450, 3, 0],
  ["Beer 0.33 l", "Drinks", 420, 7, 9],
  ["House wine", "Drinks", 520, 6, 6],
  ["Nachos & salsa", "Hot food", 610, 6, 4],
  ["Croque-monsieur", "Hot food", 680, 3, 2],
  ["Wine gums", "Sweets", 310, 6, 5],
  ["Grandma's fudge", "Sweets", 350, 3, 2],
  ["M'hanncha", "Sweets", 420, 1, 1],
  ["Vanilla cone", "Ice cream", 330, 2, 12],
  ["Sorbet cup", "Ice cream", 390, 1, 8],
];

export const jobTitles: readonly (readonly [title: string, centsPerHour: number, count: number])[] = [
  ["Projectionist", 1720, 1],
  ["Usher", 1310, 2],
  ["Box office clerk", 1380, 2],
  ["Bar staff", 1330, 2],
  ["Cleaner", 1290, 1],
];

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

/** A line for each mood, the worst first. */
export const reviewSentences: readonly (readonly string[])[] = tableRows(`
A waste of an evening. | I walked out after an hour. | Nothing in it works. | Badly acted, worse written. | What a bore.
It never finds its feet. | A good idea lost in a poor script. | Too long by half. | Some nice shots, little else. | I'd hoped for more.
Fine for a rainy Sunday. | Solid, if rarely surprising. | The leads carry it. | It's all right. | Uneven, but I'm glad I saw it.
Beautifully shot and well played. | A quiet film that stays with you. | Funny, sad and wise. | The score is a marvel. | Better than I'd been told.
A masterpiece. | I went back the next day. | The best thing I've seen this year. | Perfect from first to last. | I cried twice. "Go see it," I tell everyone.
`);
