import { byCulture, wordList } from "./names.ts";

/** Invented regions, taken in order by the countries that share the culture. */
export const regionNames = byCulture(
  `
english: Ashmoor, Brackenshire, Calderwold, Dunmere, North Ellery, Fallowdale, Greymarch, Hartsea, Upper Kestrel,
  Lindenhurst, Merrow Coast, Norrowby, Oakhaven, Pellwick, Queen's Reach, Redmarsh, Silverlake, Tarnwold, Wrenfield,
  Yarrowland, Windrush Valley, Stonebank, Marlow Plains, Cedar Territory
irish: Cois Farraige Mór, Slievemore, Glenavon, Ballinure
french: Haute-Orvenne, Val-de-Brume, Pays d'Aubrelle, Côte-de-Nacre, Basse-Lande, Marche-d'Ysan, Plaine-du-Lys,
  Forêt-Noirval
spanish: Tierra del Almendro, Costa Serena, Sierra Alta, Campo de Lirios, Ribera del Olmo, Valle Escondido,
  La Rinconada, Los Cipreses, Llano Grande, Altamar, Monteverde del Sur, Las Ánimas, Nueva Segura, Puertas del Viento,
  Lomas Blancas, Cordillera Azul
italian: Valdombra, Riviera dei Cedri, Alta Maresca, Montefosco, Terra d'Ulivi
german: Oberwalden, Niederrhönland, Mark Silberau, Hügelland, Ostfelde, Südgau, Weinmark, Nebelalpen, Seenland,
  Kanton Lauerz, Kanton Firn, Unterweser Moor
portuguese: Alto Mondim, Beira-Serra, Costa da Prata, Vale das Rosas, Chapada Verde, Sertão Novo, Rio das Garças,
  Baía Clara
polish: Zalesie Wschodnie, Pogórze Wiślne, Ziemia Brzozowa, Kraina Jezior
nordic: Nordfjell, Søndre Hede, Vesterhavskysten, Ålandsmark, Skogsbygden, Österslätt, Midtdalen, Fjordland, Kystland,
  Grønnemark, Sjøbygd, Isheia
japanese: Kazemi, Tsukinohara, Yukiyama, Shiomine, Hanagawa
korean: Baramdo, Dalbit-do, Haenae, Sorak-do
indian: Chandrapradesh, Neelgarh, Suryanadi, Kamalapur, Meghalipi
turkish: Akçadağ Yöresi, Mavikıyı, Gülova, Yukarı Çınar
czech: Podlesí, Horní Labsko, Stříbrný kraj
hungarian: Felsőberek, Alföldvár, Tóvidék
dutch: Waterkant, Heideland, Noorderpolder
nigerian: Ìlúodò, Amaocha, Kogin Zaki, Obodo Oma
arabic: Wadi al-Nur, Sahel Zahra, Jebel Rimal
`,
  wordList,
);

/** Beginnings and, after a slash, endings from which towns are put together; an ending with a leading blank or hyphen stays apart. */
export const townParts = byCulture(
  `
english: Ash, Bar, Cold, Dun, Elm, Fern, Gold, Harrow, Kings, Long, Marl, North, Old, Rook, Stan, Thorn, West, Whit,
  Wolver
  /bridge|bury|combe|dale|field|ford|gate|ham|haven|mouth|stead|wick| St Mary|-on-Sea
irish: Bally, Kil, Drum, Clon, Knock, Dun, Rath, Inis, Glen
  /carra|duff|more|naglass|patrick|keeran|lish|reagh|mullen
french: Saint-Aubin, Beauval, Clairmont, Montreuil, Villeneuve, Rochebrune, Pont-Neuf, Fontenay, Castelroux,
  Saint-Élie
  /-sur-Orve|-les-Bains|-l'Abbaye|-en-Lande|-le-Château|-d'Ys||-sous-Bois
spanish: Villanueva, San Telmo, Santa Inés, Puerto Lirio, Alcázar, Fuente, Torre, Peñarroya, Campillo, Río Hondo,
  Los Álamos
  / de la Sierra| del Mar| de Órbigo| la Vieja| del Río|| de los Olmos| el Alto
italian: Castel, Monte, Borgo, San Vito, Villa, Porto, Rocca, Torre, Santa Lucia, Pieve
  / d'Arno Vecchio| Sant'Elia| al Mare|fiorito| di Sopra| dell'Olmo| Ombroso| sul Lago
german: Alten, Birken, Eber, Falken, Grün, Hohen, Königs, Linden, Mühl, Neu, Ober, Rosen, Schön, Silber, Wald, Öhr
  /au|bach|berg|brück|burg|dorf|feld|hausen|heim|stadt|tal|see
portuguese: Vila Nova, São Brás, Santa Clara, Porto Velho, Ribeira, Monte Alto, Lagoa, Pedra, Água Boa
  / do Sul| da Serra| de Cima|| das Flores| do Mar| d'Ouro
polish: Brzozo, Dąbro, Jasno, Lipo, Nowo, Wilko, Zielo, Żuro, Kamie, Biało
  /wice|gród|brzeg|wiec|łęka|wo Wielkie|staw|pole
nordic: Bjørn, Dal, Fager, Grøn, Hav, Lund, Nør, Skov, Søn, Vester, Øst, Ø
  /borg|by|dal|havn|holm|købing|lund|rup|sund|vik
japanese: Aka, Fuku, Hana, Kami, Kita, Matsu, Naga, Shira, Tsuki, Yuki
  /hama|jima|kawa|machi|mori|oka|saki|ura
korean: Bam, Cheong, Dal, Eun, Gang, Haean, Nam, Seo
  /cheon|gok|ju|po|san|won
indian: Anand, Chandan, Devi, Gopal, Kamal, Madhu, Neel, Rama, Suraj, Vijay
  /abad|garh|gaon|nagar|pur|puram|wadi
turkish: Ak, Boz, Çam, Gök, Kara, Kızıl, Mavi, Sarı, Yeşil
  /dere|hisar|kale|kıyı|ova|pınar|tepe|köy
czech: Dolní, Horní, Nový, Starý, Velký, Malý
  / Brod nad Sáhou| Hrádek| Kámen| Mlýn| Újezdec| Žlíbek
hungarian: Alsó, Felső, Kis, Nagy, Új, Szent, Tisza
  /berek|falva|halom|kút|vásárhely|völgy|mártony
dutch: Amstel, Bever, Duin, Eem, Hoog, Koning, Nieuw, Oud, Veen, Water
  /burg|dam|drecht|huizen|kerk|land|stede|wijk
nigerian: Abe, Eke, Ibo, Ìlé, Oke, Ugwu, Umu
  /dara|ama|kota|odo|nta|rugo
arabic: Bir, Deir, Kafr, Marsa, Tell, Ain
  / al-Bahr| el-Zaytun| Hassan| an-Nakhl| as-Safa| el-Ward
`,
  (entry) => {
    const [starts = "", ends = ""] = entry.split("\n  /");
    return [wordList(starts), ends.split("|")] as const;
  },
);
