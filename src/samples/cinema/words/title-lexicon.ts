import { tableRows, wordList } from "./names.ts";

/** One concept in the languages of film titles. Genitives where they cannot be derived; grammatical gender where the article hides it. */
export interface Concept {
  readonly en: string;
  readonly fr: string;
  readonly es: string;
  readonly it: string;
  readonly pt: string;
  readonly de: string;
  readonly deGenitive: string;
  readonly pl: string;
  readonly plGenitive: string;
  readonly plGender: "m" | "f" | "n";
  readonly da: string;
  readonly daDefinite: string;
  readonly ja: string;
}

// English ~ needs no article; French noun:gender; Spanish and Portuguese with article; Italian noun:gender.
const rows = `
Summer|été:m|el verano|estate:f|o verão|der Sommer|des Sommers|lato:n|lata|sommer|sommeren|natsu
Winter|hiver:m|el invierno|inverno:m|o inverno|der Winter|des Winters|zima:f|zimy|vinter|vinteren|fuyu
Night|nuit:f|la noche|notte:f|a noite|die Nacht|der Nacht|noc:f|nocy|nat|natten|yoru
House|maison:f|la casa|casa:f|a casa|das Haus|des Hauses|dom:m|domu|hus|huset|ie
Sea|mer:f|el mar|mare:m|o mar|das Meer|des Meeres|morze:n|morza|hav|havet|umi
River|rivière:f|el río|fiume:m|o rio|der Fluss|des Flusses|rzeka:f|rzeki|flod|floden|kawa
Road|route:f|el camino|strada:f|a estrada|die Straße|der Straße|droga:f|drogi|vej|vejen|michi
Bridge|pont:m|el puente|ponte:m|a ponte|die Brücke|der Brücke|most:m|mostu|bro|broen|hashi
Garden|jardin:m|el jardín|giardino:m|o jardim|der Garten|des Gartens|ogród:m|ogrodu|have|haven|niwa
Forest|forêt:f|el bosque|bosco:m|a floresta|der Wald|des Waldes|las:m|lasu|skov|skoven|mori
Island|île:f|la isla|isola:f|a ilha|die Insel|der Insel|wyspa:f|wyspy|ø|øen|shima
Mountain|montagne:f|la montaña|montagna:f|a montanha|der Berg|des Berges|góra:f|góry|bjerg|bjerget|yama
City|ville:f|la ciudad|città:f|a cidade|die Stadt|der Stadt|miasto:n|miasta|by|byen|machi
Village|village:m|el pueblo|villaggio:m|a aldeia|das Dorf|des Dorfes|wieś:f|wsi|landsby|landsbyen|mura
Star|étoile:f|la estrella|stella:f|a estrela|der Stern|des Sterns|gwiazda:f|gwiazdy|stjerne|stjernen|hoshi
Moon|lune:f|la luna|luna:f|a lua|der Mond|des Mondes|księżyc:m|księżyca|måne|månen|tsuki
~Rain|pluie:f|la lluvia|pioggia:f|a chuva|der Regen|des Regens|deszcz:m|deszczu|regn|regnen|ame
~Snow|neige:f|la nieve|neve:f|a neve|der Schnee|des Schnees|śnieg:m|śniegu|sne|sneen|yuki
Wind|vent:m|el viento|vento:m|o vento|der Wind|des Windes|wiatr:m|wiatru|vind|vinden|kaze
~Fire|feu:m|el fuego|fuoco:m|o fogo|das Feuer|des Feuers|ogień:m|ognia|ild|ilden|hi
Shadow|ombre:f|la sombra|ombra:f|a sombra|der Schatten|des Schattens|cień:m|cienia|skygge|skyggen|kage
~Light|lumière:f|la luz|luce:f|a luz|das Licht|des Lichts|światło:n|światła|lys|lyset|hikari
~Silence|silence:m|el silencio|silenzio:m|o silêncio|die Stille|der Stille|cisza:f|ciszy|stilhed|stilheden|shizukesa
Dream|rêve:m|el sueño|sogno:m|o sonho|der Traum|des Traums|sen:m|snu|drøm|drømmen|yume
~Memory|mémoire:f|la memoria|memoria:f|a memória|die Erinnerung|der Erinnerung|pamięć:f|pamięci|erindring|erindringen|kioku
Heart|cœur:m|el corazón|cuore:m|o coração|das Herz|des Herzens|serce:n|serca|hjerte|hjertet|kokoro
Letter|lettre:f|la carta|lettera:f|a carta|der Brief|des Briefes|list:m|listu|brev|brevet|tegami
Mirror|miroir:m|el espejo|specchio:m|o espelho|der Spiegel|des Spiegels|lustro:n|lustra|spejl|spejlet|kagami
Window|fenêtre:f|la ventana|finestra:f|a janela|das Fenster|des Fensters|okno:n|okna|vindue|vinduet|mado
Train|train:m|el tren|treno:m|o comboio|der Zug|des Zuges|pociąg:m|pociągu|tog|toget|kisha
Song|chanson:f|la canción|canzone:f|a canção|das Lied|des Liedes|pieśń:f|pieśni|sang|sangen|uta
Bird|oiseau:m|el pájaro|uccello:m|o pássaro|der Vogel|des Vogels|ptak:m|ptaka|fugl|fuglen|tori
Wolf|loup:m|el lobo|lupo:m|o lobo|der Wolf|des Wolfes|wilk:m|wilka|ulv|ulven|ōkami
Horse|cheval:m|el caballo|cavallo:m|o cavalo|das Pferd|des Pferdes|koń:m|konia|hest|hesten|uma
Rose|rose:f|la rosa|rosa:f|a rosa|die Rose|der Rose|róża:f|róży|rose|rosen|bara
Stone|pierre:f|la piedra|pietra:f|a pedra|der Stein|des Steins|kamień:m|kamienia|sten|stenen|ishi
Queen|reine:f|la reina|regina:f|a rainha|die Königin|der Königin|królowa:f|królowej|dronning|dronningen|joō
Daughter|fille:f|la hija|figlia:f|a filha|die Tochter|der Tochter|córka:f|córki|datter|datteren|musume
Brother|frère:m|el hermano|fratello:m|o irmão|der Bruder|des Bruders|brat:m|brata|bror|broderen|otōto
Widow|veuve:f|la viuda|vedova:f|a viúva|die Witwe|der Witwe|wdowa:f|wdowy|enke|enken|mibōjin
Stranger|inconnu:m|el forastero|forestiero:m|o forasteiro|der Fremde|des Fremden|nieznajomy:m|nieznajomego|fremmede|den fremmede|tabibito
Teacher|institutrice:f|la maestra|maestra:f|a professora|der Lehrer|des Lehrers|nauczyciel:m|nauczyciela|lærer|læreren|sensei
Orchard|verger:m|el huerto|frutteto:m|o pomar|der Obstgarten|des Obstgartens|sad:m|sadu|frugthave|frugthaven|kajuen
`;

export const massNouns: ReadonlySet<string> = new Set(
  [...rows.matchAll(/^~(\w+)/gm)].map((match) => match[1] ?? ""),
);

export const concepts: readonly Concept[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const cell = row.replace(/^~/, "").split("|");
    const at = (index: number) => cell[index] ?? "";
    const [pl = "", plGender = "m"] = at(7).split(":");
    return {
      en: at(0),
      fr: at(1),
      es: at(2),
      it: at(3),
      pt: at(4),
      de: at(5),
      deGenitive: at(6),
      pl,
      plGenitive: at(8),
      plGender: plGender === "f" || plGender === "n" ? plGender : "m",
      da: at(9),
      daDefinite: at(10),
      ja: at(11),
    };
  });

/** English; then masculine/feminine (Polish also neuter); a leading ^ stands before the noun. */
export const adjectives = tableRows(`
Last | ^dernier/dernière | ^último/última | ^ultimo/ultima | ^último/última | letzte | ostatni/ostatnia/ostatnie | sidste | saigo no
First | ^premier/première | ^primer/primera | ^primo/prima | ^primeiro/primeira | erste | pierwszy/pierwsza/pierwsze | første | saisho no
Long | ^long/longue | ^largo/larga | ^lungo/lunga | ^longo/longa | lange | długi/długa/długie | lange | nagai
Little | ^petit/petite | ^pequeño/pequeña | ^piccolo/piccola | ^pequeno/pequena | kleine | mały/mała/małe | lille | chiisana
Red | rouge/rouge | rojo/roja | rosso/rossa | vermelho/vermelha | rote | czerwony/czerwona/czerwone | røde | akai
White | blanc/blanche | blanco/blanca | bianco/bianca | branco/branca | weiße | biały/biała/białe | hvide | shiroi
Black | noir/noire | negro/negra | nero/nera | preto/preta | schwarze | czarny/czarna/czarne | sorte | kuroi
Lost | perdu/perdue | perdido/perdida | perduto/perduta | perdido/perdida | verlorene | zagubiony/zagubiona/zagubione | tabte | ushinawareta
Quiet | tranquille/tranquille | callado/callada | quieto/quieta | calado/calada | stille | cichy/cicha/ciche | stille | shizukana
Broken | brisé/brisée | roto/rota | spezzato/spezzata | partido/partida | zerbrochene | złamany/złamana/złamane | knuste | kowareta
Cold | froid/froide | frío/fría | freddo/fredda | frio/fria | kalte | zimny/zimna/zimne | kolde | tsumetai
Blue | bleu/bleue | azul/azul | azzurro/azzurra | azul/azul | blaue | niebieski/niebieska/niebieskie | blå | aoi
`);

/** English word, Korean, Hindi and Turkish in Latin letters; these titles only ever join two nouns. */
export const pairNouns: readonly (readonly [en: string, ko: string, hi: string, tr: string])[] = [
  ["Summer", "Yeoreum", "Garmi", "Yaz"],
  ["Night", "Bam", "Raat", "Gece"],
  ["Sea", "Bada", "Samundar", "Deniz"],
  ["River", "Gang", "Nadi", "Nehir"],
  ["Moon", "Dal", "Chaand", "Ay"],
  ["Star", "Byeol", "Sitara", "Yıldız"],
  ["Rain", "Bi", "Barsaat", "Yağmur"],
  ["Wind", "Baram", "Hawa", "Rüzgâr"],
  ["Fire", "Bul", "Aag", "Ateş"],
  ["Shadow", "Geurimja", "Chhaya", "Gölge"],
  ["Dream", "Kkum", "Sapna", "Düş"],
  ["Heart", "Maeum", "Dil", "Yürek"],
  ["Mirror", "Geoul", "Aaina", "Ayna"],
  ["Song", "Norae", "Geet", "Şarkı"],
  ["Road", "Gil", "Raasta", "Yol"],
  ["Flower", "Kkot", "Phool", "Çiçek"],
  ["Stone", "Dol", "Patthar", "Taş"],
  ["Snow", "Nun", "Barf", "Kar"],
  ["Bird", "Sae", "Panchhi", "Kuş"],
  ["House", "Jip", "Ghar", "Ev"],
];

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
